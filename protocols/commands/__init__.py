"""The command line, one module for each command; :mod:`oddfish.protocols.commands.group` is their group."""
