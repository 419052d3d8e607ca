import sys; sys.path.insert(0,'tests')
from gui.harness import *
from gui.test_sittings import *
t=Table.__new__(Table); t.log=DebugLog(__import__('pathlib').Path(sys.argv[1])); t.variant="augmented-half-chess"; t.rules={}; t.log.update()
print(t.armies(), [ (m.engine,m.text) for m in t.messages() if m.text.startswith("# armies")])
print(t.moves())
print(t.read(t.moves())[0].fen())
