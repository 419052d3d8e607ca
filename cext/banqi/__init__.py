"""Banqi (docs/rules/banqi.md)."""

#: FEN letters of the piece types, in their order: General, Advisor, Elephant, Chariot, Horse, Cannon, Soldier.
LETTERS = "KGMRNCP"
