"""`python -m bench [part …]`: every benchmark module `bench/<folder>/bench_*.py`, or those whose name holds a part.

Each module has `main() -> bool`: it prints its races and says whether their goals hold. Exits with 1 where one doesn't.
"""

from __future__ import annotations

import importlib
import sys

from .harness import HERE, install_peers


def main(parts: list[str]) -> int:
    """Run the benchmarks whose names hold one of some parts (none: all)."""
    install_peers()
    importlib.invalidate_caches()
    names = sorted(f"{file.parent.name}.{file.stem}" for file in HERE.glob("*/bench_*.py"))
    chosen = [name for name in names if not parts or any(part in name for part in parts)]
    missed = [name for name in chosen if not importlib.import_module(f".{name}", __package__).main()]
    print(f"\nGoals missed in: {', '.join(missed)}" if missed else "\nEvery goal holds.")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
