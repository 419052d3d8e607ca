"""Castling rights on the 8x8 board: the table of what moves leave of them, filled in at import."""

fill_rights_kept(rights_kept)
