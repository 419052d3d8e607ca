import sys; sys.path.insert(0,'tests')
from gui.harness import *
from gui.table import Table
import gui.harness as h
with Display() as d:
    for v in sys.argv[1:]:
        with Table(d, v, texture=True, options=[]) as b:
            b.menu
            d.screenshot(f"artefacts/look-{v}.png")
