"""python -m lethe: the command line."""

from lethe._command import main

main()
