"""The outlines of the chessmen: SVG on a field of 45 x 45. Other modules fill and stroke them."""

from __future__ import annotations

_FOOT = '<path d="M10.5 38.5h24v-3.5c-3-2-7-2.5-12-2.5s-9 .5-12 2.5z"/>'
_HORSE = (
    '<path d="M13 33c0-7 7-9 7.5-15-3 3-6.5 2.5-8.5 6l-3.5-2.5c.5-6 4-10.5 9.5-13l1-4.5 4 3.5'
    'c9 1.5 13 12 10.5 25.5z"/><circle cx="17.5" cy="14.5" r="1" class="eye"/>'
)
#: The pieces of chess, by letter.
FIGURES = {
    "P": '<path d="M12.5 38.5h20c-.5-6-3.5-8.5-6-12.5h2.5v-3h-3.2a6.5 6.5 0 1 0-6.600 0h-3.2v3h2.5'
    'c-2.5 4-5.5 6.5-6 12.5z"/>',
    "R": '<path d="M11 8h5v4h4V8h5v4h4V8h5v9l-4 4v11H15V21l-4-4z"/>' + _FOOT,
    "N": _HORSE + _FOOT,
    "B": '<path d="M22.5 9.5c8 5.5 10 12.5 5.5 18.5v4.5H17V28c-4.5-6-2.5-13 5.5-18.5z"/>'
    '<circle cx="22.5" cy="7.5" r="2.5"/><path d="M22.5 16v8m-4-4h8" class="line"/>' + _FOOT,
    "Q": '<path d="M8 13.5l5 19.5h19l5-19.5-7 9.5-3-13-4.5 12.5L18 10l-3 13z"/><circle cx="8" cy="12" r="2.2"/>'
    '<circle cx="18" cy="8.5" r="2.2"/><circle cx="27" cy="8.5" r="2.2"/><circle cx="37" cy="12" r="2.2"/>' + _FOOT,
    "K": '<path d="M22.5 4v9m-4-5.5h8"/>'
    '<path d="M22.5 13.5c6-4.5 14-2 13 6-.5 5-3 8-4 13.5h-18c-1-5.5-3.5-8.5-4-13.5-1-8 7-10.5 13-6z"/>' + _FOOT,
}
#: Rook + Knight.
ROOK_KNIGHT = (
    f'<g transform="translate(3.2 .6) scale(.82)">{_HORSE}</g><path d="M10.5 21.5h5V25H20v-3.5h5V25h4.5v-3.5h5v6'
    'l-3 3V35h-18v-4.5l-3-3z"/>' + _FOOT
)
#: Bishop + Knight.
BISHOP_KNIGHT = (
    '<path d="M28 8.5c8 6 9.5 14 5 20v5H22V29c-4.5-6-2-14.5 6-20.5z"/><circle cx="28" cy="6.8" r="2.3"/>'
    f'<g transform="translate(-.5 7) scale(.78)">{_HORSE}</g><path d="M31.5 13.5v8m-3-4.5h6" class="line"/>' + _FOOT
)
