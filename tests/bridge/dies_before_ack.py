"""The command `bonesetter`, whose process is killed between the commit and the acknowledgement of one request.

The request's id begins with `die`; a file beside the data remembers that it has happened.
"""

import os
import signal
from pathlib import Path

import quick
from bonesetter_bridge.rooms import Answered, Room

carry_out = Room._act


def act(self, message, person, via) -> Answered:
    answered = carry_out(self, message, person, via)
    mark = Path(os.environ["DIED"])
    if str(message["request_id"]).startswith("die") and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return answered


Room._act = act

if __name__ == "__main__":
    raise SystemExit(quick.cli.main())
