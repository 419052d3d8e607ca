"""Draws a fit: its losses by pass, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

_WIDTH, _HEIGHT, _MARGIN = 640, 320, 56
_NAMES = (("training", "#4878a8"), ("held out", "#c05030"))


def loss_picture(title: str, losses: Sequence[tuple[float, float]]) -> str:
    """An SVG of the losses after each pass, in training and held out."""
    every = [loss for pair in losses for loss in pair]
    low, high = min(every), max(every)
    span = (high - low) or 1.0

    def place(index: int, loss: float) -> str:
        x = _MARGIN + (_WIDTH - 2 * _MARGIN) * index / max(len(losses) - 1, 1)
        return f"{x:.1f},{_MARGIN + (_HEIGHT - 2 * _MARGIN) * (high - loss) / span:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_MARGIN}" y="28" font-size="16">{title}</text>',
    ]
    for loss in (high, low):
        y = place(0, loss).partition(",")[2]
        parts.append(f'<line x1="{_MARGIN}" x2="{_WIDTH - _MARGIN}" y1="{y}" y2="{y}" stroke="#ccc"/>')
        parts.append(f'<text x="{_MARGIN - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{loss:.4f}</text>')
    for column, (name, colour) in enumerate(_NAMES):
        points = " ".join(place(index, pair[column]) for index, pair in enumerate(losses))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x = _WIDTH - _MARGIN - 150 + 80 * column
        parts.append(f'<text x="{x}" y="28" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{_WIDTH // 2}" y="{_HEIGHT - 18}" text-anchor="middle">{len(losses)} passes</text>')
    return "\n".join([*parts, "</svg>\n"])
