"""The rule pages, installed as ``oddfish.rules`` so that ``oddfish variants --rules NAME`` can show them."""
