"""Hooks for mkdocs: pages made from files outside docs/, and links that point outside docs/."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
#: Pages made from files beside docs/.
PAGES = {"index.md": "README.md", "changes.md": "CHANGELOG.md"}
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_OF_DOCS = re.compile(r"""(\]\(|src="|href=")docs/""")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the home page and the change log, whose links point into docs/."""
    for page, source in PAGES.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=_OF_DOCS.sub(r"\1", text)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links that leave docs/ to the repository; without its address, make them plain text."""

    def led(found: re.Match[str]) -> str:
        text, target, _ = found.groups()
        if ":" in target:
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), target))
        outside = path.startswith("../") or (page.file.src_uri in PAGES and not files.get_file_from_path(path))
        if not outside:
            return found[0]
        path = path.removeprefix("../")
        if not (ROOT / path).exists():
            return found[0]  # mkdocs reports it
        if page_of := next((page for page, source in PAGES.items() if source == path), None):
            return f"[{text}]({posixpath.relpath(page_of, posixpath.dirname(page.file.src_uri) or '.')})"
        return f"[{text}]({config.repo_url}/blob/main/{path})" if config.repo_url else text

    return _LINK.sub(led, markdown)
