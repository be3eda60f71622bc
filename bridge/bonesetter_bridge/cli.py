"""The command `bonesetter`: the server, the people it lets in, its data, and the rules in the terminal.

Exit status: 0 when done, 1 when a verification found something wrong, 2 on bad input, 130 on Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bonesetter.errors import Refusal, RulesetFault
from bonesetter.frozen import Json
from bonesetter.words import LANGUAGES, Verbatim

from . import __version__
from .config import Config, data_folder, nearest
from .faults import Fault, refused
from .terminal.sitting import Refused

Command = Callable[[argparse.Namespace], int]


def main(given: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    options = parser().parse_args(given)
    try:
        command: Command = options.command
        return command(options)
    except Refused as refusal:
        return complain(refusal.error, options)
    except RulesetFault as fault:
        return complain(refused(Fault("bad_ruleset", why=Verbatim(fault)), options.lang)["error"], options)
    except Refusal as refusal:
        return complain(refused(refusal, options.lang)["error"], options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; there is nobody to tell
        return 0


def complain(error: dict[str, Json], options: argparse.Namespace) -> int:
    """Say what was wrong: in words, or as JSON where that was asked for."""
    if getattr(options, "json", False):
        print(json.dumps({"ok": False, "error": error}, ensure_ascii=False))
    print(f"bonesetter: {error['message']} [{error['code']}]", file=sys.stderr)
    return 2


def parser() -> argparse.ArgumentParser:
    """The command line."""
    root = argparse.ArgumentParser(prog="bonesetter", description="Injury rules at the table.")
    root.add_argument("--version", action="version", version=f"bonesetter {__version__}")
    commands = root.add_subparsers(metavar="COMMAND", required=True)
    _serving(commands)
    _keeping(commands)
    _playing(commands)
    return root


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def _command(commands: Commands, name: str, run: Command, help: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    made.set_defaults(command=run)
    made.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language to answer in")
    return made


def _stored(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, metavar="DIR", help="the folder of the data (default: your data folder)")
    command.add_argument("--database", metavar="URL", help="a database in its place, as postgresql+psycopg://…")


def _rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rulesets", type=Path, metavar="DIR", help="a folder with rulesets of your own")


def _serving(commands: Commands) -> None:
    serve = _command(commands, "serve", _serve, "Run the server for a campaign.")
    _stored(serve)
    _rules(serve)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine alone)")
    serve.add_argument("--port", type=int, default=8765, help="the port to listen on (0: any free one)")
    serve.add_argument("--site", type=Path, metavar="DIR", help="the built site")
    serve.add_argument("--module", type=Path, metavar="DIR", help="the Foundry module")
    serve.add_argument("--queue", metavar="URL", help="redis://… by which several servers tell each other of news")
    serve.add_argument("--url", metavar="URL", help="the address people reach this server by, where it differs")
    serve.add_argument(
        "--allow-origin", action="append", default=[], metavar="ORIGIN", help="a page (Foundry's) that may connect"
    )
    serve.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="one more name this server is called by"
    )
    serve.add_argument("--proxies", type=int, default=0, metavar="N", help="how many proxies stand in front")
    serve.add_argument("--new-links", action="store_true", help="make every earlier invite link useless")


def _keeping(commands: Commands) -> None:
    invite = _command(commands, "invite", _invite, "Make an invite link.")
    _stored(invite)
    invite.add_argument("--role", default="player", help="gm, player or spectator")
    invite.add_argument("--name", help="for somebody of this name, once")
    invite.add_argument("--person", metavar="ID", help="for somebody who is known already and lost their way in, once")
    invite.add_argument("--url", default="http://127.0.0.1:8765", help="the address of the server")
    people = _command(commands, "people", _people, "Show who has joined; shut somebody out.")
    _stored(people)
    people.add_argument("--revoke", metavar="ID", help="let this person in no more")
    people.add_argument("--json", action="store_true", help="as JSON")
    export = _command(commands, "export", _export, "Write the campaign's log, one entry a line.")
    _stored(export)
    export.add_argument("file", nargs="?", default="-", help="where to (default: standard output)")
    backup = _command(commands, "backup", _backup, "Copy all data into one file, also while the server runs.")
    _stored(backup)
    backup.add_argument("file", type=Path)
    restore = _command(commands, "restore", _restore, "Put a backup in place.")
    _stored(restore)
    restore.add_argument("file", type=Path)
    restore.add_argument("--replace", action="store_true", help="over the data that is there")


def _playing(commands: Commands) -> None:
    tables = _command(commands, "tables", _tables, "List the tables.")
    _rules(tables)
    tables.add_argument("--json", action="store_true", help="as JSON")
    roll = _command(commands, "roll", _roll, "Roll on a table.")
    roll.add_argument("table", metavar="RULESET/TABLE")
    roll.add_argument("--modifier", type=int, default=0, metavar="N", help="added to the dice")
    _dice(roll)
    odds = _command(commands, "odds", _odds, "Exact odds of a table, a procedure or dice.")
    _rules(odds)
    odds.add_argument("target", metavar="TARGET", help="RULESET/TABLE, RULESET/VERB, or dice such as 2d6+3")
    _settings(odds)
    odds.add_argument("--modifier", type=int, default=0, metavar="N", help="added to a table's dice")
    odds.add_argument("--by", default="ending", help="ending, row, or the name of a number that comes out")
    odds.add_argument("--course", action="store_true", help="follow a course (a disease) to its end")
    odds.add_argument("--each", metavar="'VERB NAME=VALUE …'", help="what precedes every act of it, such as nursing")
    odds.add_argument("--acts", type=int, default=0, metavar="N", help="how a course stands after each of N acts too")
    odds.add_argument("--choose", action="append", default=[], metavar="QUESTION=VALUE", help="how choices are made")
    odds.add_argument("--goal", metavar="ENDING", help="the most and the least that choices can make of this ending")
    odds.add_argument("--precise", action="store_true", help="leave less open, where no exact answer exists")
    odds.add_argument("--json", action="store_true", help="as JSON")
    ask = _command(commands, "ask", _ask, "Ask the rules a question.")
    _rules(ask)
    ask.add_argument("ruleset", metavar="RULESET")
    ask.add_argument("question", metavar="QUESTION")
    _settings(ask)
    ask.add_argument("--json", action="store_true", help="as JSON")
    do = _command(commands, "do", _do, "Carry out a procedure.")
    do.add_argument("ruleset", metavar="RULESET")
    do.add_argument("verb", metavar="VERB")
    _settings(do)
    do.add_argument("--choose", action="append", default=[], metavar="VALUE", help="an answer, in the order of asking")
    do.add_argument("--save", type=Path, metavar="LOG.jsonl", help="write what was done as a log, for verify")
    _dice(do)
    verify = _command(commands, "verify", _verify, "Play a log's rolls again and compare.")
    _rules(verify)
    verify.add_argument("file", metavar="LOG.jsonl")


def _settings(command: argparse.ArgumentParser) -> None:
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an argument")
    command.add_argument("--character", metavar="ID", default="someone", help="who it concerns, when no file says")
    command.add_argument("--given", metavar="JSON", help="characters, scene and options: a file, or the text itself")


def _dice(command: argparse.ArgumentParser) -> None:
    _rules(command)
    command.add_argument("--faces", metavar="3,5", help="real dice, as they fell")
    command.add_argument("--seed", metavar="S", help="the same dice each time")
    command.add_argument("--json", action="store_true", help="as JSON")


def _configured(options: argparse.Namespace) -> Config:
    return Config(data=options.data or data_folder(), database=options.database, lang=options.lang)


def _serve(options: argparse.Namespace) -> int:
    from . import serving

    config = Config(
        data=options.data or data_folder(),
        host=options.host,
        port=options.port,
        site=options.site or nearest("build/site"),
        module=options.module or nearest("build/foundry"),
        rulesets=options.rulesets,
        database=options.database,
        queue=options.queue,
        origins=tuple(options.allow_origin),
        names=tuple(options.allow_host),
        url=options.url,
        proxies=options.proxies,
        lang=options.lang,
    )
    serving.logging_set_up()
    return serving.run(config, new_links=options.new_links)


def _invite(options: argparse.Namespace) -> int:
    from .keeping import invite

    return invite(_configured(options), options.role, options.name, options.person, options.url)


def _people(options: argparse.Namespace) -> int:
    from .keeping import people

    return people(_configured(options), options.revoke, options.json)


def _export(options: argparse.Namespace) -> int:
    from .keeping import export

    return export(_configured(options), options.file)


def _backup(options: argparse.Namespace) -> int:
    from .keeping import backup

    return backup(_configured(options), options.file)


def _restore(options: argparse.Namespace) -> int:
    from .keeping import restore

    return restore(_configured(options), options.file, options.replace)


def _tables(options: argparse.Namespace) -> int:
    from .terminal.tables import tables

    return tables(options.rulesets, options.lang, options.json)


def _roll(options: argparse.Namespace) -> int:
    from .terminal.tables import roll

    return roll(options)


def _odds(options: argparse.Namespace) -> int:
    from .terminal.odds import odds

    return odds(options)


def _ask(options: argparse.Namespace) -> int:
    from .terminal.asking import ask

    return ask(options)


def _do(options: argparse.Namespace) -> int:
    from .terminal.doing import do

    return do(options)


def _verify(options: argparse.Namespace) -> int:
    from .terminal.verifying import verify

    return verify(options.file, options.rulesets, options.lang)
