"""The command `bonesetter`, with short times: a heartbeat each half second, one second to say who you are."""

import functools

from bonesetter_bridge import cli

cli.Config = functools.partial(cli.Config, beat=0.5, greeting=1.0)  # type: ignore[misc, assignment]

if __name__ == "__main__":
    raise SystemExit(cli.main())
