"""`python -m bonesetter_bridge`: the command `bonesetter`."""

from .cli import main

raise SystemExit(main())
