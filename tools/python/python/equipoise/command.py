"""The command ``equipoise``, which comes with the package."""

import sys

from equipoise import _native


def main() -> None:
    """Do what was typed on the command line and end the process with its exit code."""
    sys.exit(_native.run_command(["equipoise", *sys.argv[1:]]))
