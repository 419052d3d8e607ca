"""Builds the extension modules of ``oddfish.cext``; everything else is in pyproject.toml.

Environment:
    CFLAGS              extra compiler flags; an optimization level among them replaces -O3
    ODDFISH_NATIVE=1    build for this machine (PEXT and everything else it has) instead of the portable x86-64-v2
    ODDFISH_DEBUG=1     check every position and key at every node of perft and search
    ODDFISH_SANITIZE=1  address and undefined-behaviour sanitizers (run with their libraries preloaded)
"""

import contextlib
import gzip
import io
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import threading
import time
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
FLOORS = ("cext", "engine", "protocols")
#: How long a processor of 2020 takes to compile a megabyte of generated C, for the estimate printed at the start.
SECONDS_PER_MEGABYTE = 15
#: Modules compiled a second time, into a folder ``pext`` beside them, for processors on which PEXT is fast. Their
#: package chooses when it is imported.
PEXT_MODULES = ("oddfish.cext.halfchess.moves", "oddfish.cext.halfchess.evaluation")
#: Flags for some modules alone. Perft's loops are short, and their alignment decides up to a tenth of its speed.
TUNED = {"oddfish.cext.halfchess.moves": ("-fno-tree-loop-vectorize", "-falign-functions=64", "-falign-loops=32")}
#: Facts of the build in the package, for `oddfish --version`; engine/build_facts.py reads them.
FACTS = "built.json"
#: Commands that compile nothing.
UNCOMPILED = {"egg_info", "dist_info", "sdist"}
#: Python's own CFLAGS often contain -g, which makes the modules five times as large. Debugging builds and CFLAGS with
#: -g keep it. It does not change the machine code, so modules compiled with and without it can be mixed.
NO_DEBUG_INFORMATION = "-g0"
#: Marks the modules as needing x86-64-v2: the system's loader then refuses them on older processors instead of letting
#: them crash. It does not change the machine code either.
NEEDS_V2 = "-Wl,-z,x86-64-v2"
DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
    "legacy_implicit_noexcept": False,
    "show_performance_hints": False,  # bounds are checked where they have to be
    # The checks that keep a second thread away from an object in use are atomic only under the GIL, so free-threaded
    # Python has to turn it on. Long-running functions release it anyway.
    "freethreading_compatible": False,
}


def enabled(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


def link_packages() -> Path:
    """``build/pxd/oddfish`` with links to the contents of that package: Cython (and mypy) look packages up by their
    place on disk and do not see `package_dir`."""
    place = ROOT / "build" / "pxd" / "oddfish"
    place.mkdir(parents=True, exist_ok=True)
    library = (*(ROOT / "library").glob("*.py*"), *(path.parent for path in (ROOT / "library").glob("*/__init__.py")))
    sources = (*(ROOT / name for name in FLOORS), ROOT / "docs" / "rules", *library)
    for source in sources:
        link = place / source.name
        if link.exists():
            continue
        link.unlink(missing_ok=True)  # a link whose target has moved
        try:
            link.symlink_to(os.path.relpath(source, place), target_is_directory=source.is_dir())
        except OSError:  # no links on this file system: a copy will do for a one-off build
            (shutil.copytree if source.is_dir() else shutil.copy)(source, link)
    return place.parent


def recorded() -> dict:
    """The facts that an sdist carries; none in a checkout."""
    if (ROOT / ".git").exists():  # here, not in a folder above
        return {}
    try:
        found = json.loads((ROOT / "library" / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def git(*words: str) -> str | None:
    """What git prints about this checkout; None without git, or outside a checkout."""
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        if (ROOT / ".git").exists():
            return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return None


def commit() -> str | None:
    """The commit of these sources: what git says in a checkout, else what the sdist recorded."""
    return git("describe", "--always", "--dirty", "--abbrev=12", "--exclude=*") or recorded().get("commit")


def moment() -> int:
    """When these sources were made: SOURCE_DATE_EPOCH, the commit's date, or the time of an sdist's pyproject.toml."""
    told = os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct", "HEAD")
    return int(told or (ROOT / "pyproject.toml").stat().st_mtime)


def repository() -> str | None:
    """The address of the repository on GitHub: what the workflow or git says in a checkout, else what the sdist
    recorded."""
    if name := os.environ.get("GITHUB_REPOSITORY"):
        return f"https://github.com/{name}"
    origin = re.fullmatch(
        r"(?:https://|git@)github\.com[/:](.+?)(?:\.git)?/?", git("remote", "get-url", "origin") or ""
    )
    return f"https://github.com/{origin[1]}" if origin else recorded().get("repository")


def version() -> str:
    """The version; only library/__init__.py defines it."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "library" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def description() -> str:
    """The README with links that also work on a package index: they point to this version's files in the repository."""
    text, home = (ROOT / "README.md").read_text(encoding="utf-8"), repository()
    if home is None:
        return text
    files = f"{home}/blob/v{version()}/"
    pictures = f"{home.replace('//github.com', '//raw.githubusercontent.com')}/v{version()}/"
    text = re.sub(r'(<img[^>]* src=")(?!\w+:)', rf"\1{pictures}", text)
    text = re.sub(r"(!\[[^\]]*\]\()(?!\w+:|#)", rf"\1{pictures}", text)
    return re.sub(r"((?<!!)\[[^\]]*\]\()(?!\w+:|#)", rf"\1{files}", text)


def addresses() -> dict[str, str]:
    """The project's addresses for package indexes."""
    home = repository()
    if home is None:
        return {}
    pages = re.sub(r"^https://github\.com/([^/]+)/(.+)", r"https://\1.github.io/\2/", home)
    return {
        "Homepage": home,
        "Documentation": pages,
        "Source": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }


def write_facts(folder: Path, **facts: object) -> None:
    """Write the facts of a build, unless they are there already."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"commit": commit(), "repository": repository(), **facts}, indent=1) + "\n"
    place = folder / FACTS
    if not place.exists() or place.read_text(encoding="utf-8") != text:
        place.write_text(text, encoding="utf-8")


def packages() -> list[str]:
    """Every folder with an ``__init__.py``, so a new game needs no entry."""
    folders = (path.parent.relative_to(ROOT) for name in FLOORS for path in (ROOT / name).rglob("__init__.py"))
    rooms = (path.parent.relative_to(ROOT / "library") for path in (ROOT / "library").glob("*/**/__init__.py"))
    names = sorted(f"oddfish.{'.'.join(folder.parts)}" for folder in (*folders, *rooms))
    return ["oddfish", "oddfish.rules", *names]


def accepts(flag: str, link: bool = False) -> bool:
    """Whether the C compiler (or, with `link`, the linker) accepts a flag."""
    if sys.platform == "win32":
        return False
    compiler = os.environ.get("CC", "cc").split()
    how = ("-shared", "-fPIC", "-Wl,--fatal-warnings") if link else ("-c",)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "t.c"
        source.write_text("int main(void) { return 0; }\n")
        try:
            done = subprocess.run(
                [*compiler, flag, *how, str(source), "-o", str(source) + ".o"], capture_output=True, check=False
            )
        except OSError:
            return False
        return done.returncode == 0


def require_compiler() -> None:
    """Check for a C compiler and Python's headers before the long part begins.

    Raises:
        SystemExit: one of them is missing; the text says what to install.
    """
    if sys.platform == "win32":
        return  # setuptools finds Visual C++, or says that it is missing
    compiler = os.environ.get("CC", "cc").split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    lacking = [
        *([] if shutil.which(compiler) else [f"a C compiler ('{compiler}' is not there)"]),
        *([] if header.exists() else [f"Python's headers (there is no {header})"]),
    ]
    if lacking:
        raise SystemExit(
            f"Oddfish needs {' and '.join(lacking)} to be built.\n"
            "  Debian, Ubuntu: sudo apt install gcc python3-dev\n"
            "  Fedora:         sudo dnf install gcc python3-devel\n"
            "  Arch:           sudo pacman -S gcc\n"
            "  macOS:          xcode-select --install\n"
            "A wheel needs neither: pip install --only-binary oddfish oddfish"
        )


def compile_flags() -> tuple[list[str], list[str]]:
    """Compiler and linker flags."""
    if sys.platform == "win32":
        return ["/O2", "/std:c11"] + (["/DODDFISH_DEBUG"] if enabled("ODDFISH_DEBUG") else []), []
    flags, link = ["-fno-semantic-interposition", "-fvisibility=hidden", "-Wno-unused-function"], []
    if "-O" not in os.environ.get("CFLAGS", ""):
        flags.insert(0, "-O3")
    if enabled("ODDFISH_NATIVE"):
        flags.append("-march=native")
    elif platform.machine().lower() in ("x86_64", "amd64"):
        flags += ["-march=x86-64-v2"] if accepts("-march=x86-64-v2") else ["-mpopcnt", "-msse4.2"]
    if enabled("ODDFISH_DEBUG"):
        flags.append("-DODDFISH_DEBUG")
    if enabled("ODDFISH_SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
        flags += ["-O1", "-g1", *checks]
        link += checks
    return flags, link


def without_debug_information() -> list[str]:
    """The flag that leaves debug information out, unless someone wants it."""
    wanted = enabled("ODDFISH_DEBUG") or enabled("ODDFISH_SANITIZE") or "-g" in os.environ.get("CFLAGS", "")
    return [] if sys.platform == "win32" or wanted else [NO_DEBUG_INFORMATION]


def extensions() -> list[Extension]:
    include = link_packages()
    flags, link = compile_flags()
    headers = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "cext").rglob("*.h"))]
    modules = [
        Extension(
            f"oddfish.{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}",
            [str(path.relative_to(ROOT))],
            include_dirs=["cext/core", "cext/search"],
            extra_compile_args=[*flags, *without_debug_information()],
            extra_link_args=link,
            depends=headers,
        )
        for path in sorted((ROOT / "cext").rglob("*.pyx"))
    ]
    if not UNCOMPILED.isdisjoint(sys.argv):
        return modules
    require_compiler()
    note = [NEEDS_V2] if "-march=x86-64-v2" in flags and accepts(NEEDS_V2, link=True) else []
    for module in modules:
        module.extra_link_args = [*module.extra_link_args, *note]  # the modules share their list
        module.extra_compile_args += [flag for flag in TUNED.get(module.name, ()) if accepts(flag)]
    made = cythonize(
        modules,
        include_path=[str(include)],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=processors(),
    )
    if sys.platform != "win32" and platform.machine().lower() in ("x86_64", "amd64"):
        made += [with_pext(module) for module in made if module.name in PEXT_MODULES]
    return made


def with_pext(module: Extension) -> Extension:
    """The module a second time, compiled for processors for which `of_has_fast_pext` in bits.h is true."""
    package, _, name = module.name.rpartition(".")
    generated = Path(module.sources[0])
    source = generated.parent / "pext" / generated.name  # a separate file: object files are named after sources
    source.parent.mkdir(exist_ok=True)
    ROOT.joinpath(*package.split(".")[1:], "pext").mkdir(exist_ok=True)  # --inplace makes no folders
    line = f'#include "../{generated.name}"\n'
    if not source.exists() or source.read_text() != line:
        source.write_text(line)
    return Extension(
        f"{package}.pext.{name}",
        [str(source)],
        include_dirs=module.include_dirs,
        extra_compile_args=[*module.extra_compile_args, "-mbmi", "-mbmi2", "-mavx2"],
        extra_link_args=module.extra_link_args,
        depends=[*module.depends, str(generated)],
    )


def processors() -> int:
    """How many of them this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def source_size(extension: Extension) -> int:
    """Bytes of the generated C."""
    return sum(os.path.getsize(path) for path in (*extension.sources, *extension.depends) if path.endswith(".c"))


def in_words(seconds: float) -> str:
    """A time, roughly."""
    minutes = round(seconds / 60)
    return f"about {minutes} minute{'s' if minutes > 1 else ''}" if minutes else "less than a minute"


class BuildExt(build_ext):
    """Compiles on all processors, the longest sources first. Reports each finished module and estimates the time left.
    Rebuilds everything if the flags have changed since the last build, because timestamps do not show that."""

    def finalize_options(self) -> None:
        if self.editable_mode:
            # The folder given is a new, temporary one, in which everything would be compiled a second time.
            usual = build(self.distribution)
            usual.ensure_finalized()
            self.build_lib, self.build_temp = usual.build_lib, usual.build_temp
        super().finalize_options()

    def build_extensions(self) -> None:
        stamp = Path(self.build_temp) / "flags"  # beside the object files: a build elsewhere has its own
        flags = repr(compile_flags())
        if not stamp.exists() or stamp.read_text() != flags:
            self.force = True
        self.parallel = self.parallel or processors()
        self.extensions.sort(key=source_size, reverse=True)
        due = [extension for extension in self.extensions if self.is_due(extension)]
        self.total, self.done = len(due), 0
        self.bytes_due, self.bytes_done = sum(map(source_size, due)), 0
        self.start = time.monotonic()
        self.telling = threading.Lock()
        if due:
            modules = f"{len(due)} module{'s' if len(due) > 1 else ''}"
            processors_used = min(self.parallel, len(due))
            on = f"{processors_used} processor{'s' if processors_used > 1 else ''}"
            expected = in_words(SECONDS_PER_MEGABYTE * self.bytes_due / 1e6 / processors_used)
            print(f"Compiling {modules} on {on}: {expected}, longer if they are busy", flush=True)
        super().build_extensions()
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(flags)
        self.record()

    def record(self) -> None:
        """Record how this was built."""
        flags = [*compile_flags()[0], *shlex.split(os.environ.get("CFLAGS", ""))]
        write_facts(
            Path(self.build_lib) / "oddfish",
            compiler=self.compiler_version(),
            flags=" ".join(flags),
            pext=enabled("ODDFISH_NATIVE") or any(".pext." in extension.name for extension in self.extensions),
        )

    def copy_extensions_to_source(self) -> None:
        super().copy_extensions_to_source()
        shutil.copyfile(Path(self.build_lib) / "oddfish" / FACTS, ROOT / "library" / FACTS)

    def compiler_version(self) -> str | None:
        """The C compiler's own words about its version."""
        if sys.platform == "win32":
            return platform.python_compiler()  # Python's; its extensions need the same
        with contextlib.suppress(OSError, subprocess.CalledProcessError, IndexError, AttributeError):
            words = [self.compiler.compiler_so[0], "--version"]
            return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()
        return None

    def is_due(self, extension: Extension) -> bool:
        """Whether a module is older than its sources."""
        built = Path(self.get_ext_fullpath(extension.name))
        sources = [*extension.sources, *extension.depends]
        return (
            self.force
            or not built.exists()
            or any(os.path.getmtime(source) > built.stat().st_mtime for source in sources)
        )

    def build_extension(self, extension: Extension) -> None:
        due = self.is_due(extension)
        super().build_extension(extension)
        if due:
            with self.telling:  # each processor has a thread here
                self.tell(extension)

    def tell(self, extension: Extension) -> None:
        """Count a module as compiled, and say so."""
        self.done += 1
        self.bytes_done += source_size(extension)
        left = (time.monotonic() - self.start) * (self.bytes_due / self.bytes_done - 1)
        tail = f"  ({in_words(left)} left)" if self.done < self.total and self.done >= self.parallel else ""
        print(f"[{self.done:2}/{self.total}] {extension.name}{tail}", flush=True)


class Build(build):
    """Removes files whose sources are gone: wheels contain everything in the folder, even files of earlier builds."""

    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / "oddfish"
        made = {package / FACTS}
        for name in ("build_py", "build_ext"):
            made |= {Path(file) for file in self.get_finalized_command(name).get_outputs()}
        for file in package.rglob("*"):
            if file.is_file() and file not in made:
                file.unlink()


class Sdist(sdist):
    """Records the commit, since an sdist has no repository. The same commit always gives the same archive."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        place = Path(base_dir) / "library" / FACTS
        place.unlink(missing_ok=True)  # it may be a link to the checkout's file
        write_facts(place.parent, compiler=None, flags="", pext=False)

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None) -> str:
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        tree, when = Path(root_dir or ".", base_dir), moment()
        Path(base_name).parent.mkdir(parents=True, exist_ok=True)
        with (
            open(f"{base_name}.tar.gz", "wb") as file,
            gzip.GzipFile("", "wb", 9, file, mtime=when) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in (tree, *sorted(tree.rglob("*"))):
                member = tarfile.TarInfo(Path(base_dir, path.relative_to(tree)).as_posix())
                member.mtime, member.mode = when, 0o755 if path.stat().st_mode & 0o100 else 0o644
                if path.is_dir():
                    member.type = tarfile.DIRTYPE
                    archive.addfile(member)
                else:
                    content = path.read_bytes()
                    member.size = len(content)
                    archive.addfile(member, io.BytesIO(content))
        return f"{base_name}.tar.gz"


if __name__ == "__main__":  # worker processes may import this file
    setup(
        packages=packages(),
        ext_modules=extensions(),
        cmdclass={"build": Build, "build_ext": BuildExt, "sdist": Sdist},
        long_description=description(),
        long_description_content_type="text/markdown",
        project_urls=addresses(),
    )
