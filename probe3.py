import sys; sys.path.insert(0,'tests')
from gui.harness import *
from gui.table import Table
with Display() as d:
    for v in sys.argv[1:]:
        t=Table(d, v, texture=True, words=["--match"]) if False else Table(d, v, texture=True)
        t.ready=False
        with t as b:
            b.wait_output("pong", since=0); time.sleep(2.5)
            d.screenshot(f"artefacts/look-{v}.png")
