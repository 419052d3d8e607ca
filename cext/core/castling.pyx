"""Castling rights on the 8x8 board: the table of the rights left after a move, filled in at import."""

fill_rights_kept(rights_kept)
