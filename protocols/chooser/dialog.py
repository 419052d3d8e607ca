"""Asks in a dialog (Tk).

The window fits the smallest screens and keeps its size: the list of games and the choices that all games have are on
the left; on the right, one page has the picture and the rules, another the house rules and armies. Pages scroll.
"""

from __future__ import annotations

import functools
import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from oddfish.engine.options import Option, shown
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.chooser.choice import ROLES, TIMES, Choice, explained, questions, suggested
from oddfish.protocols.pictures.previews import HEIGHT, preview
from oddfish.protocols.xboard import GAME_TIME, WATCH_TIME

_WIDTH = 460  # of the text on the right, in pixels
#: The size of the window in pixels. It may be smaller on a small screen, where panels and title bars take this much.
_SIZE, _MARGIN = (840, 620), (20, 80)
_GAP = 8
_GREY, _RED = "#606060", "#a01010"


class DialogError(Exception):
    """Tk cannot open a window."""


def ask_by_dialog(engine_options: Sequence[Option]) -> Choice | None:
    """Ask in a window; return None if you close it.

    Raises:
        DialogError: Tk has no display.
    """
    try:
        root = tk.Tk(className="oddfish")
    except tk.TclError as error:
        raise DialogError(str(error)) from None
    dialog = _Dialog(root, engine_options)
    root.mainloop()
    return dialog.choice


class _Page:
    """A page of the notebook that scrolls if its contents are long."""

    def __init__(self, parent: ttk.Notebook):
        self.frame = ttk.Frame(parent)
        self._canvas = tk.Canvas(self.frame, highlightthickness=0, width=_WIDTH, height=1, takefocus=False)
        self._bar = ttk.Scrollbar(self.frame, command=self._canvas.yview)
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._canvas.grid(row=0, column=0, sticky="nsew")
        self._bar.grid(row=0, column=1, sticky="ns")
        self.frame.rowconfigure(0, weight=1)
        self.frame.columnconfigure(0, weight=1)
        self.content = ttk.Frame(self._canvas, padding=_GAP)
        self.content.columnconfigure(1, weight=1)
        window = self._canvas.create_window(0, 0, anchor="nw", window=self.content)
        self._canvas.configure(background=str(ttk.Style().lookup("TFrame", "background")))
        self._canvas.bind("<Configure>", lambda event: self._canvas.itemconfigure(window, width=event.width))
        self.content.bind("<Configure>", lambda event: self._canvas.configure(scrollregion=self._canvas.bbox("all")))

    def to_top(self) -> None:
        self._canvas.yview_moveto(0)

    def scroll(self, units: int) -> None:
        """Scroll if the contents are longer than the page."""
        if self.content.winfo_reqheight() > self._canvas.winfo_height():
            self._canvas.yview_scroll(units, "units")

    def reveal(self, widget: tk.Misc) -> None:
        """Scroll to a widget that got the keyboard's focus."""
        height, whole = self._canvas.winfo_height(), self.content.winfo_height()
        top = widget.winfo_rooty() - self.content.winfo_rooty()
        above = self._canvas.canvasy(0)
        if whole > height and not above <= top <= above + height - widget.winfo_height():
            self._canvas.yview_moveto(max(0, top - height // 3) / whole)


class _Dialog:
    """The list of games and the general choices on the left, the selected game on the right."""

    def __init__(self, root: tk.Tk, engine_options: Sequence[Option]):
        self.root = root
        self.engine_options = tuple(engine_options)
        self.choice: Choice | None = None
        self.variants = list(REGISTRY.values())
        self.role, self.time = tk.StringVar(value="white"), tk.StringVar(value=GAME_TIME)
        self.options: dict[str, tk.StringVar] = {}
        self.engine = {option.name: tk.StringVar(value=shown(option.default)) for option in engine_options}
        self.picture: tk.PhotoImage | None = None  # Tk keeps no reference
        root.title("Oddfish")
        root.bind("<Escape>", lambda event: root.destroy())
        root.bind("<Return>", lambda event: self.play())
        self._build()
        self._place()
        self.games.selection_set(0)
        self.games.activate(0)
        self.show()

    def _build(self) -> None:
        frame = ttk.Frame(self.root, padding=_GAP)
        frame.pack(fill="both", expand=True)
        left = ttk.Frame(frame)
        left.grid(row=0, column=0, sticky="ns")
        self.games = tk.Listbox(left, height=len(self.variants), width=30, exportselection=False, activestyle="none")
        self.games.insert("end", *(variant.title for variant in self.variants))
        self.games.bind("<<ListboxSelect>>", lambda event: self.show())
        self.games.bind("<Double-Button-1>", lambda event: self.play())
        self.games.grid(row=0, column=0, sticky="nsew")
        left.rowconfigure(0, weight=1)
        self.games.focus_set()
        self._general(left).grid(row=1, column=0, sticky="ew", pady=(_GAP, 0))
        self.book = ttk.Notebook(frame)
        self.book.grid(row=0, column=1, sticky="nsew", padx=(_GAP, 0))
        self.rules, self.house = _Page(self.book), _Page(self.book)
        self.book.add(self.rules.frame, text="The game")
        self.book.add(self.house.frame, text="House rules")
        self.board = ttk.Label(self.rules.content, anchor="center")
        self.board.grid(row=0, columnspan=2, sticky="ew", pady=(0, _GAP))
        self.rules.content.rowconfigure(0, minsize=HEIGHT + _GAP)
        self.summary = ttk.Label(self.rules.content, wraplength=_WIDTH - 2 * _GAP, justify="left")
        self.summary.grid(row=1, columnspan=2, sticky="ew")
        self.rules.content.bind(
            "<Configure>", lambda event: self.summary.configure(wraplength=event.width - 2 * _GAP), add=True
        )
        bottom = ttk.Frame(frame)
        bottom.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(_GAP, 0))
        self.error = ttk.Label(bottom, foreground=_RED, wraplength=_WIDTH)
        self.error.grid(row=0, column=0, sticky="w")
        ttk.Button(bottom, text="Play", command=self.play, default="active").grid(row=0, column=1)
        ttk.Button(bottom, text="Cancel", command=self.root.destroy).grid(row=0, column=2, padx=(_GAP, 0))
        bottom.columnconfigure(0, weight=1)
        frame.rowconfigure(0, weight=1)
        frame.columnconfigure(1, weight=1)
        for event, units in (("<Button-4>", -2), ("<Button-5>", 2), ("<Prior>", -8), ("<Next>", 8)):
            self.root.bind(event, functools.partial(self._scroll, units=units))
        self.root.bind("<MouseWheel>", lambda event: self._scroll(event, units=-2 if event.delta > 0 else 2))

    def _place(self) -> None:
        """Fix the window's size, so that nothing moves when you choose another game."""
        screen = self.root.winfo_screenwidth(), self.root.winfo_screenheight()
        self.root.update_idletasks()
        needed = self.root.winfo_reqwidth(), max(_SIZE[1], self.root.winfo_reqheight())
        width, height = (
            min(max(size, need), most - free) for size, need, most, free in zip(_SIZE, needed, screen, _MARGIN)
        )
        self.root.geometry(f"{width}x{height}+{(screen[0] - width) // 2}+{max(0, (screen[1] - height) // 3)}")
        self.root.minsize(min(width, needed[0]), min(height, 300))

    def _scroll(self, event: tk.Event[tk.Misc], units: int) -> None:
        """Scroll the page, wherever the mouse is, except over a list, which scrolls itself."""
        if not isinstance(event.widget, tk.Listbox) or event.keysym in ("Prior", "Next"):
            page = self.house if self.book.index("current") else self.rules
            page.scroll(units)

    def _general(self, parent: ttk.Frame) -> ttk.Frame:
        """The choices that all games have."""
        frame = ttk.Frame(parent)
        for row, (role, text) in enumerate(ROLES.items()):
            button = ttk.Radiobutton(frame, text=text, value=role, variable=self.role, command=self._suggest)
            button.grid(row=row, columnspan=2, sticky="w")
        row = len(ROLES)
        width = self.games.winfo_reqwidth()
        for number, option in enumerate(self.engine_options):
            self._ask(frame, row + 2 * number, option, self.engine[option.name], width)
        row += 2 * len(self.engine_options)
        ttk.Label(frame, text="Time").grid(row=row, column=0, sticky="w")
        ttk.Combobox(frame, textvariable=self.time, values=TIMES, width=8).grid(
            row=row, column=1, sticky="w", padx=_GAP
        )
        note = ttk.Label(frame, text="minutes + seconds per move", foreground=_GREY, font=("TkDefaultFont", 9))
        note.grid(row=row + 1, column=0, columnspan=2, sticky="w")
        return frame

    def _suggest(self) -> None:
        """Adapt the time control and the level to the role, unless you have chosen others."""
        if self.time.get() in (GAME_TIME, WATCH_TIME):
            self.time.set(WATCH_TIME if self.role.get() == "watch" else GAME_TIME)
        for option in self.engine_options:
            suggestions = {role: shown(suggested(option, role).default) for role in ROLES}
            if self.engine[option.name].get() in suggestions.values():
                self.engine[option.name].set(suggestions[self.role.get()])

    def _ask(self, parent: ttk.Frame, row: int, option: Option, value: tk.StringVar, width: int) -> list[ttk.Widget]:
        """Add the widgets of an option in two rows; return those that take the keyboard's focus."""
        entry: ttk.Widget
        if option.kind == "check":
            entry = ttk.Checkbutton(parent, text=option.name, variable=value, onvalue="true", offvalue="false")
            entry.grid(row=row, column=0, columnspan=2, sticky="w")
        else:
            ttk.Label(parent, text=option.name).grid(row=row, column=0, sticky="w")
            if option.kind == "combo":
                entry = ttk.Combobox(parent, textvariable=value, values=option.choices, state="readonly", width=24)
            elif option.kind == "spin" and (option.high or 0) - (option.low or 0) < 1000:
                entry = ttk.Spinbox(parent, textvariable=value, from_=option.low, to=option.high, width=8)
            else:
                entry = ttk.Entry(parent, textvariable=value, width=26)
            entry.grid(row=row, column=1, sticky="w", padx=_GAP)
        explanation = ttk.Label(
            parent, text=explained(option), foreground=_GREY, wraplength=width, font=("TkDefaultFont", 9)
        )
        explanation.grid(row=row + 1, column=0, columnspan=2, sticky="w", pady=(0, _GAP // 2))
        return [entry]

    def selected(self) -> Variant:
        return self.variants[self.games.curselection()[0]]

    def show(self) -> None:
        """Show the picture, summary and options of the selected game."""
        variant = self.selected()
        self.picture = tk.PhotoImage(file=str(preview(variant)))
        self.board.configure(image=self.picture)
        self.summary.configure(text=variant.summary)
        self.error.configure(text="")
        for child in self.house.content.winfo_children():
            child.destroy()
        asked = questions(variant)
        armies = any("Army" in option.name for option in asked)
        self.book.tab(1, text="Armies" if armies else "House rules", state="normal" if asked else "disabled")
        if not asked:
            self.book.select(0)
        self.options = {option.name: tk.StringVar(value=shown(option.default)) for option in asked}
        for number, option in enumerate(asked):
            for entry in self._ask(
                self.house.content, 2 * number, option, self.options[option.name], _WIDTH - 2 * _GAP
            ):
                entry.bind("<FocusIn>", lambda event: self.house.reveal(event.widget))
        self.rules.to_top()
        self.house.to_top()

    def play(self) -> None:
        choice = Choice(
            self.selected(),
            self.role.get(),
            self.time.get().strip(),
            {name: value.get().strip() for name, value in self.options.items()},
            {name: value.get().strip() for name, value in self.engine.items()},
        )
        objection = choice.objection(self.engine_options)
        if objection:
            self.error.configure(text=objection)
            return
        self.choice = choice
        self.root.destroy()
