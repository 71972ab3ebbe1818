"""`python -m fathom` is the `fathom` command."""

from fathom.terminal.main import main

raise SystemExit(main())
