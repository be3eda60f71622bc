"""The command `bonesetter`, with short times (five heartbeats a second, two seconds to say who you are) and room for as
many people to come in as tests need."""

import functools
import os

from bonesetter_bridge import cli

RATES = ("10000/second", "10000/second", "10000/second")

cli.Config = functools.partial(  # type: ignore[misc, assignment]
    cli.Config, beat=float(os.environ.get("BEAT", "0.2")), greeting=2.0, rates=RATES
)

if __name__ == "__main__":
    raise SystemExit(cli.main())
