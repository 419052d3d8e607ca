"""Almost valid texts for tests of parsers."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st


@st.composite
def mutilated(draw: st.DrawFn, corpus: Sequence[str], signs: str) -> str:
    """A text of the corpus with a few characters changed, removed, added or exchanged."""
    text = list(draw(st.sampled_from(corpus))[:300])
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, max(0, len(text) - 1)))
        kind = draw(st.integers(0, 3))
        sign = draw(st.sampled_from(signs))
        if kind == 0 and text:
            text[place] = sign
        elif kind == 1:
            text.insert(place, sign)
        elif kind == 2 and text:
            del text[place]
        elif text:
            other = draw(st.integers(0, len(text) - 1))
            text[place], text[other] = text[other], text[place]
    return "".join(text)
