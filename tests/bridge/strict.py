"""The command `bonesetter`, with low limits: five messages a minute for each person, two failed entries a minute."""

import functools

from bonesetter_bridge import cli

cli.Config = functools.partial(  # type: ignore[misc, assignment]
    cli.Config, beat=0.5, rates=("5/minute", "2/minute", "2/minute")
)

if __name__ == "__main__":
    raise SystemExit(cli.main())
