"""How Sphinx builds the documentation; tox turns every warning into an error."""

import re
import sys
from importlib.metadata import version as version_of
from typing import Any

project = "Sofra"
author = "the Sofra contributors"
release = version = version_of("sofra-core")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "examples/**", "pictures/README.md", "tests"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = "Sofra"


def readable(
    _app: object, _what: str, _name: str, _obj: object, _options: object, signature: str, returns: str
) -> tuple[str, str]:
    """A signature whose defaults can be read: `<class 'a.B'>` as B, `<A.B: 'b'>` as A.B."""
    if signature:
        signature = re.sub(r"<class '(?:\w+\.)*(\w+)'>", r"\1", signature)
        signature = signature.replace("Message(id='', params=())", 'Message("")')
        # The Python that builds these pages is not the reader's.
        signature = signature.replace(repr(sys.executable), "sys.executable")
        signature = re.sub(r"<(\w+\.\w+): [^>]+>", r"\1", signature)
    return signature, returns


def setup(app: Any) -> None:
    """Sphinx calls this."""
    app.connect("autodoc-process-signature", readable)
