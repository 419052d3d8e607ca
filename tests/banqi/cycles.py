"""Lines that repeat a position for the third time, and their results with ``chaser-loses``."""

from __future__ import annotations

from typing import NamedTuple

from banqi.sides import DARK, DIRECT, HONGKONG, RIDES, TAIWAN, Options

FIRST, SECOND, DRAW = "1-0 perpetual attack", "0-1 perpetual attack", "1/2-1/2 repetition"


_NONE: Options = {}


class Cycle(NamedTuple):
    name: str
    pieces: str
    rest: str  # of the FEN
    moves: str
    result: str
    options: Options = _NONE  # besides chaser-loses
    variant: str = TAIWAN
    pool: str = ""


#: Red's chariot chases Black's horse around four squares; each side has a soldier elsewhere.
FLIGHT = "Rb1 na1 Pd8 pc5"
AROUND = "a1a2 b1b2 a2a1 b2b1 "
#: Black goes around just the same, but Red does something else.
PAUSE = "a1a2 d8d7 a2a1 d7d8 "
#: A piece steps to and fro between b1 and b2, the opponent's soldier between d8 and d7.
SWAY = "b1b2 d8d7 b2b1 d7d8 "

CYCLES = [
    Cycle("neither chases", "Ra1 pc5", "w r", "a1a2 c5c6 a2a1 c6c5 " * 2, DRAW),
    Cycle("Red, the first player", FLIGHT, "b r", AROUND * 2, SECOND),
    Cycle("Red, the second player", FLIGHT, "w b", AROUND * 2, FIRST),
    Cycle("the chaser moves first", "Rb1 na2 Pd8 pc5", "w r", "b1b2 a2a1 b2b1 a1a2 " * 2, SECOND),
    Cycle("Black, the first player", "rb1 Na1 pd8 Pc5", "b b", AROUND * 2, SECOND),
    Cycle("Black, the second player", "rb1 Na1 pd8 Pc5", "w r", AROUND * 2, FIRST),
    # Black's general could take Red's other horse after each of Black's moves.
    Cycle("both chase", f"{FLIGHT} kd3 Nd4", "b r", AROUND * 2, DRAW),
    # It may not take a soldier.
    Cycle("a general beside a soldier is no threat", "Rb1 na1 pc5 kd3 Pd4", "b r", AROUND * 2, SECOND),
    # The hunted chariot could take its hunter, but it is out of reach after each of its own moves.
    Cycle("equals, one out of reach", "Rb1 ra1 Pd8 pc5", "b r", AROUND * 2, SECOND),
    # It does not matter which piece moved.
    Cycle("a standing threat", "Rb1 na1 Pd8 pc5", "w r", "d8d7 c5c6 d7d8 c6c5 " * 2, SECOND),
    # The horse steps from the chariot's reach into the elephant's; without the elephant it is free every other time.
    Cycle("chasers take turns", "Ra1 Ma2 nb1 Pd8", "b r", SWAY * 2, SECOND),
    Cycle("free every other time", "Ra1 Ka3 nb1 Pd8", "b r", SWAY * 2, DRAW),
    Cycle("one of several threatened is enough", "Rb1 na1 Gd4 pd5 Pd8 pc7", "b r", AROUND * 2, SECOND),
    # The chariot threatens one horse from b1 and the other from b2.
    Cycle("different victims", "Rb1 na1 nc2 pd8", "w r", SWAY * 2, DRAW),
    # Two horses change places: one is always threatened, but not always the same.
    Cycle("individuals, not kinds", "na1 nb2 Rb3 Rc1 Pd8", "b r",
          "a1a2 d8d7 b2b1 d7d8 a2b2 d8d7 b1a1 d7d8 " * 2, DRAW),
    Cycle("the last cycle counts: chased", FLIGHT, "b r", f"{PAUSE} {AROUND}", SECOND),
    Cycle("the last cycle counts: not chased", FLIGHT, "b r", f"{AROUND} {PAUSE}", DRAW),
    Cycle("a cannon takes no soldier", "Cb1 pa1 Pd8 gc5", "b r", AROUND * 2, DRAW),
    Cycle("it does with CannonDirect", "Cb1 pa1 Pd8 gc5", "b r", AROUND * 2, SECOND, DIRECT),
    Cycle("it does in Hong Kong", "Cb1 pa1 Pd8 gc5", "b r", AROUND * 2, SECOND, variant=HONGKONG),
    Cycle("a jump", "Ca1 Pa2 na4 pd8", "w r", "a2a3 d8d7 a3a2 d7d8 " * 2, SECOND),
    Cycle("far away", "Ra1 na4 Pd1 pd8", "w r", "d1d2 d8d7 d2d1 d7d8 " * 2, DRAW),
    Cycle("far away with ChariotRides", "Ra1 na4 Pd1 pd8", "w r", "d1d2 d8d7 d2d1 d7d8 " * 2, SECOND, RIDES),
    Cycle("a face-down target is no victim", "Ra1 Xa2 Pd1 pd8", "w r", "d1c1 d8d7 c1d1 d7d8 " * 2, DRAW, DARK,
          pool="n"),
]  # fmt: skip
