import sys; sys.path.insert(0,'tests')
from gui.harness import *
from gui.test_sittings import *
with Display() as d:
    with sit_down(d, "augmented-half-chess", "white") as b:
        for v in sys.argv[1:]:
            b.new_variant(v); time.sleep(3); b.screenshot(f"artefacts/sw-{v}.png")
            print(v, d.place(b.window), d.image().bounds((LIGHT,DARK)))
