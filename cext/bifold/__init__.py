"""Bifold Halfgi (docs/rules/bifold-halfgi.md)."""
