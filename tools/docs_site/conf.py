"""Sphinx's settings; `tools/docs_site/build.py` hands it the folder of pages that it has put together."""

from __future__ import annotations

from sphinx.application import Sphinx

from fathom import __version__

project = "Fathom"
author = "The Fathom authors"
version = release = __version__
html_title = f"Fathom {__version__}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
nitpicky = False  # docstrings name types of the standard library, which has no page here

myst_heading_anchors = 4  # links to headings work as they do on a forge
myst_enable_extensions = ["attrs_block"]
highlight_language = "text"  # a block without a language is not colored as if it were Python
default_role = "code"  # `name` in a docstring is code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 88

templates_path = ["_templates"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["narrow.css"]
html_js_files = ["scrolling.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False  # LICENSE says it; the footer would have a bare sign
html_show_search_summary = False  # it fetches pages, which a browser refuses where pages are files
html_theme_options = {"navigation_with_keys": False, "top_of_page_buttons": []}


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", leave_out_aliases)


def leave_out_aliases(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Python itself documents the fields of named tuples, as "Alias for field number 0"."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
