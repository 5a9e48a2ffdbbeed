"""How Sphinx builds the documentation; tox turns every warning into an error."""

from importlib.metadata import version as version_of

project = "Sofra"
author = "the Sofra contributors"
release = version = version_of("sofra-core")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "examples/**", "pictures/README.md", "tests"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_class_signature = "separated"

html_theme = "furo"
html_title = "Sofra"
