import sys; sys.path.insert(0,'tests')
from gui.harness import *
from gui.test_sittings import *
import time
with Display() as d:
    for name in sys.argv[1:]:
        t=time.monotonic()
        with seat(d, name, "white") as b:
            print(name, "up", time.monotonic()-t)
            
            b.skip(); b.menu("Hint"); print(b.wait_output("Hint: .*")[0]); wait_until(lambda: b.dialogs(), "d"); time.sleep(.3); d.screenshot(f"artefacts/hint-{name}.png"); b.dismiss()
            m,c=next(b.choices()); print(m,c)
            n=len(b.referee().moves); b.play_turn(c); b.turns(n+2); print(b.moves(), b.check())
            print("done", time.monotonic()-t)
