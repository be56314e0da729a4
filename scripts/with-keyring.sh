#!/usr/bin/env bash
# with-keyring.sh <command...>: runs the command in a private D-Bus session with an unlocked gnome-keyring.
# Debian: apt-get install -y dbus gnome-keyring   (libsecret-1-dev only to build keytar)
set -euo pipefail
export NO_AT_BRIDGE=1 # no accessibility bus: nobody listens, and starting it fills the output
if [[ "${1:-}" != --inner ]]; then
  home="$(mktemp -d)"; trap 'rm -rf "$home"' EXIT
  mkdir -p "$home"/{data,cache,run}; chmod 700 "$home/run"
  rc=0
  XDG_DATA_HOME="$home/data" XDG_CACHE_HOME="$home/cache" XDG_RUNTIME_DIR="$home/run" \
    dbus-run-session -- "$0" --inner "$@" || rc=$?
  exit "$rc"
fi
shift
# The password is read from stdin up to EOF, so no newline. Foreground: its PID is known and it can not outlive us.
gnome-keyring-daemon --unlock --foreground --components=secrets < <(printf %s ci-only-password) > "$XDG_RUNTIME_DIR/keyring.env" 2>/dev/null &
daemon=$!; trap 'kill "$daemon" 2>/dev/null || true' EXIT
# NameHasOwner first: any call to the service itself would make D-Bus start a second, locked daemon.
ask() { dbus-send --session --print-reply "$@" 2>/dev/null; }
for _ in {1..200}; do
  if ask --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q 'boolean true' &&
    ask --dest=org.freedesktop.secrets /org/freedesktop/secrets/aliases/default org.freedesktop.DBus.Properties.Get \
      string:org.freedesktop.Secret.Collection string:Locked | grep -q 'boolean false'; then ready=1; break; fi
  sleep 0.05
done
[[ "${ready:-}" == 1 ]] || { echo 'with-keyring: no unlocked default collection' >&2; exit 1; }
"$@"
