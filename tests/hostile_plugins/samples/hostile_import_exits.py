"""Wants to end the program while it is imported."""

import sys

sys.exit("and take the window with me")
