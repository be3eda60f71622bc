#!/usr/bin/env bash
# What the tests need besides Python and Node: a Chromium, Redis and PostgreSQL. Installs them where it may.
set -euo pipefail

missing=()
have() { command -v "$1" >/dev/null 2>&1; }
have chromium || [ -n "${CHROMIUM:-}" ] || missing+=(chromium)
have redis-server || missing+=(redis-server)
have postgres || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing+=(postgresql)

[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && have apt-get; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  exit 0
fi
echo "The tests need: ${missing[*]}." >&2
echo "On Debian or Ubuntu: sudo apt-get install ${missing[*]}" >&2
echo "Elsewhere: install them your system's way; CHROMIUM=/path/to/browser names a Chromium that isn't on the path." >&2
exit 1
