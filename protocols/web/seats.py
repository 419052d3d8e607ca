"""The two seats of a game: which page may act for which player, and what the players offer each other.

A seat belongs to the first browser that opens its link. The browser that created the game also plays the seats that no
other browser has taken. All other pages watch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from oddfish.protocols.web.events import Event
from oddfish.protocols.web.messages import RefusedError

#: Who plays a side.
HUMAN, ENGINE = "human", "engine"
#: What one player can offer the other.
DRAW, TAKE_BACK, REMATCH = "draw", "back", "rematch"


@dataclass(frozen=True, eq=False)
class Visitor:
    """A page that shows a game.

    Attributes:
        browser: the secret of its browser.
        seat: the seat that its link names, 0 or 1; None if it names none.
        reply: sends something to this page alone.
    """

    browser: str
    seat: int | None
    reply: Callable[[Event], None]


class Seats:
    """The seats of one session. They stay with their players when a rematch changes the sides.

    Args:
        owner: the browser that created the game.
    """

    def __init__(self, owner: str):
        self._owner = owner
        self._holders: list[str | None] = [None, None]
        self._visitors: list[Visitor] = []
        self._offers: dict[str, int] = {}  # the seat that has made an offer, by kind
        self._declined: set[tuple[str, int]] = set()  # offers that may not be repeated yet

    def enter(self, visitor: Visitor) -> Callable[[], None]:
        """Add a page; its browser gets the seat of its link if that is free. Returns a function that removes it."""
        seat = visitor.seat
        if seat is not None and self._holders[seat] is None:
            self._holders[seat] = visitor.browser
        self._visitors.append(visitor)
        self.tell()

        def leave() -> None:
            if visitor in self._visitors:
                self._visitors.remove(visitor)
                self.tell()

        return leave

    def of(self, visitor: Visitor) -> list[int]:
        """The seats for which a page may act."""
        free = None if visitor.browser == self._owner and visitor.seat is None else visitor.browser
        return [
            seat
            for seat, holder in enumerate(self._holders)
            if visitor.seat in (None, seat) and holder in (free, visitor.browser)
        ]

    def tell(self) -> None:
        """Tell every page its seats, which seats have a page, and the open offers."""
        seats = [self.of(visitor) for visitor in self._visitors]
        present = [any(seat in mine for mine in seats) for seat in (0, 1)]
        for visitor, mine in zip([*self._visitors], seats):
            refused = visitor.seat is not None and not mine
            event = {"t": "seats", "mine": mine, "refused": refused, "present": present, "offers": {**self._offers}}
            visitor.reply(event)

    # Offers -------------------------------------------------------------------------------------------------

    def agree(self, kind: str, seat: int) -> bool:
        """Make an offer, or accept the other player's. Returns whether both agree.

        Raises:
            RefusedError: the other player has just declined this.
        """
        if self._offers.get(kind) == 1 - seat:
            del self._offers[kind]
            self.tell()
            return True
        if (kind, seat) in self._declined:
            raise RefusedError("Your opponent has just declined this.")
        self._offers[kind] = seat
        self.tell()
        return False

    def offered(self, kind: str, seat: int) -> bool:
        """Whether the other player of a seat has made an offer."""
        return self._offers.get(kind) == 1 - seat

    def decline(self, kind: str, seat: int) -> bool:
        """Decline or withdraw an offer. Returns whether the other player's was declined."""
        offering = self._offers.pop(kind, None)
        if offering is None:
            return False
        if offering != seat:
            self._declined.add((kind, offering))
            for visitor in self._visitors:
                if self.of(visitor) == [offering]:
                    visitor.reply({"t": "note", "text": "Your opponent declines."})
        self.tell()
        return offering != seat

    def moved(self, seat: int) -> None:
        """A move ends all offers, except a draw that its player offers."""
        kept = {DRAW: seat} if self._offers.get(DRAW) == seat else {}
        self._declined.clear()
        if kept != self._offers:
            self._offers = kept
            self.tell()

    def clear(self) -> None:
        """End all offers."""
        self._declined.clear()
        if self._offers:
            self._offers = {}
            self.tell()
