"""Asks in a dialog (Tk)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from oddfish.engine.options import Option, shown
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.chooser.choice import ROLES, TIMES, Choice, explained, questions
from oddfish.protocols.pictures.previews import preview
from oddfish.protocols.xboard import GAME_TIME, WATCH_TIME

_WIDTH = 460  # of the right half, in pixels
_GAP = 8


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


class _Dialog:
    """The list of games on the left, the choices for the selected game on the right."""

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
        self.games.selection_set(0)
        self.games.activate(0)
        self.show()

    def _build(self) -> None:
        frame = ttk.Frame(self.root, padding=_GAP)
        frame.grid(sticky="nsew")
        self.games = tk.Listbox(frame, height=len(self.variants), width=30, exportselection=False, activestyle="none")
        self.games.insert("end", *(variant.title for variant in self.variants))
        self.games.bind("<<ListboxSelect>>", lambda event: self.show())
        self.games.bind("<Double-Button-1>", lambda event: self.play())
        self.games.grid(row=0, column=0, sticky="ns")
        self.games.focus_set()
        right = ttk.Frame(frame, padding=(2 * _GAP, 0, 0, 0))
        right.grid(row=0, column=1, sticky="nsew")
        self.board = ttk.Label(right, anchor="center")
        self.board.grid(row=0, sticky="ew")
        self.summary = ttk.Label(right, wraplength=_WIDTH, justify="left")
        self.summary.grid(row=1, sticky="ew", pady=_GAP)
        self._general(right).grid(row=2, sticky="ew")
        self.rules = ttk.Frame(right)
        self.rules.grid(row=3, sticky="ew")
        right.columnconfigure(0, minsize=_WIDTH)
        self.error = ttk.Label(frame, foreground="#a01010", wraplength=_WIDTH)
        self.error.grid(row=1, column=0, columnspan=2, sticky="ew")
        buttons = ttk.Frame(frame)
        buttons.grid(row=2, column=0, columnspan=2, sticky="e", pady=(_GAP, 0))
        ttk.Button(buttons, text="Play", command=self.play, default="active").grid(row=0, column=0)
        ttk.Button(buttons, text="Cancel", command=self.root.destroy).grid(row=0, column=1, padx=(_GAP, 0))

    def _general(self, parent: ttk.Frame) -> ttk.Frame:
        """The choices that all games have."""
        frame = ttk.Frame(parent)
        for column, (role, text) in enumerate(ROLES.items()):
            button = ttk.Radiobutton(frame, text=text, value=role, variable=self.role, command=self._suggest_time)
            button.grid(row=0, column=column, sticky="w", padx=(0, _GAP))
        line = ttk.Frame(frame)
        line.grid(row=1, columnspan=len(ROLES), sticky="w", pady=_GAP)
        ttk.Label(line, text="Time (minutes + seconds per move)").grid(row=0, column=0)
        ttk.Combobox(line, textvariable=self.time, values=TIMES, width=8).grid(row=0, column=1, padx=_GAP)
        for row, option in enumerate(self.engine_options, 1):
            self._ask(line, row, option, self.engine[option.name])
        return frame

    def _suggest_time(self) -> None:
        """Adapt the time control to the role, unless you have chosen another."""
        if self.time.get() in (GAME_TIME, WATCH_TIME):
            self.time.set(WATCH_TIME if self.role.get() == "watch" else GAME_TIME)

    def _ask(self, parent: ttk.Frame, row: int, option: Option, value: tk.StringVar) -> None:
        """Add the widgets of an option."""
        if option.kind == "check":
            box = ttk.Checkbutton(parent, text=option.name, variable=value, onvalue="true", offvalue="false")
            box.grid(row=2 * row, column=0, columnspan=2, sticky="w")
        else:
            ttk.Label(parent, text=option.name).grid(row=2 * row, column=0, sticky="w")
            entry: ttk.Widget
            if option.kind == "combo":
                entry = ttk.Combobox(parent, textvariable=value, values=option.choices, state="readonly", width=24)
            else:
                entry = ttk.Entry(parent, textvariable=value, width=26)
            entry.grid(row=2 * row, column=1, sticky="w", padx=_GAP)
        explanation = ttk.Label(
            parent, text=explained(option), foreground="#606060", wraplength=_WIDTH, font=("TkDefaultFont", 9)
        )
        explanation.grid(row=2 * row + 1, column=0, columnspan=2, sticky="w", pady=(0, _GAP // 2))

    def selected(self) -> Variant:
        return self.variants[self.games.curselection()[0]]

    def show(self) -> None:
        """Show the picture, summary and options of the selected game."""
        variant = self.selected()
        self.picture = tk.PhotoImage(file=str(preview(variant)))
        self.board.configure(image=self.picture)
        self.summary.configure(text=variant.summary)
        self.error.configure(text="")
        for child in self.rules.winfo_children():
            child.destroy()
        asked = questions(variant)
        self.options = {option.name: tk.StringVar(value=shown(option.default)) for option in asked}
        for row, option in enumerate(asked):
            self._ask(self.rules, row, option, self.options[option.name])

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
