"""The public library without its pictures: boards, and analysis in this process (docs/library.md).

The top package ``oddfish`` offers these classes.
"""
