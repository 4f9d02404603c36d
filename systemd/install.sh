#!/bin/sh
# install.sh [--dry-run] [--uninstall] [--poweroff] [--keep-logs]: the table as a system service, from this checkout.
# Run as root. It may be run again at any time: to upgrade, or to mend. Games and settings in /var/lib/uno-companion are
# never touched, by --uninstall neither.
#   --dry-run     prints what would be done, and does nothing
#   --uninstall   takes the service away; games, settings and its user stay
#   --poweroff    lets the shutdown button switch the machine off (a polkit rule)
#   --keep-logs   keeps up to 50 MB of logs over a power cut
set -eu

checkout=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
here=$checkout/systemd
lib=/usr/lib/uno-companion
data=/var/lib/uno-companion
polkit_rule=/etc/polkit-1/rules.d/50-uno-companion.rules
journald_rule=/etc/systemd/journald.conf.d/90-uno-companion.conf
needed="python3 python3-venv espeak-ng alsa-utils avahi-daemon"
wished="python3-lgpio polkitd" # where there are such packages: Raspberry Pi OS has lgpio, Debian has not

dry=no uninstall=no poweroff=no keep_logs=no
for word in "$@"; do
    case $word in
        --dry-run) dry=yes ;;
        --uninstall) uninstall=yes ;;
        --poweroff) poweroff=yes ;;
        --keep-logs) keep_logs=yes ;;
        --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "install.sh: $word is unknown; there are --dry-run, --uninstall, --poweroff, --keep-logs, --help" >&2; exit 2 ;;
    esac
done

# Every change goes through this.
do_() {
    if [ "$dry" = yes ]; then echo "would run: $*"; else "$@"; fi
}

put() { # MODE FROM TO
    if [ -e "$3" ] && cmp -s "$2" "$3"; then return; fi
    do_ install -D -m "$1" "$2" "$3"
}

running() { [ -d /run/systemd/system ]; } # else this is a root without a running systemd: an image that is being made

if [ "$dry" = no ] && [ "$(id -u)" != 0 ]; then
    echo "install.sh: run it as root: sudo $0 $*" >&2
    exit 1
fi
if dpkg-query -W -f '${db:Status-Status}' uno-companion 2>/dev/null | grep -qx installed; then
    echo "install.sh: the package uno-companion is installed here; upgrade or remove it with apt." >&2
    exit 1
fi

if [ "$uninstall" = yes ]; then
    if running; then do_ systemctl disable --now uno-companion || true; else do_ systemctl disable uno-companion || true; fi
    do_ rm -rf "$lib" /usr/bin/uno-companion /usr/lib/systemd/system/uno-companion.service \
        /usr/lib/sysusers.d/uno-companion.conf /usr/lib/tmpfiles.d/uno-companion.conf /usr/lib/modules-load.d/uno-companion.conf \
        /usr/lib/udev/rules.d/70-uno-companion.rules /etc/avahi/services/uno-companion.service \
        "$polkit_rule" "$journald_rule"
    if running; then do_ systemctl daemon-reload; do_ udevadm control --reload; fi
    if [ "$dry" = yes ]; then echo "Nothing was changed. Games and settings would stay in $data."; exit 0; fi
    echo "uno-companion is no longer installed. Games and settings are still in $data."
    exit 0
fi

# Debian packages
missing=
for package in $needed; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
for package in $wished; do
    if ! dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed &&
        apt-cache show "$package" >/dev/null 2>&1; then missing="$missing $package"; fi
done
if [ -n "$missing" ]; then
    do_ apt-get update -q
    # shellcheck disable=SC2086 # a list
    do_ env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
fi

# Python packages, gathered beside the old ones and then put in their place; the service goes on meanwhile
architecture=$(dpkg --print-architecture)
release=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo "the system's")
if [ "$dry" = yes ]; then
    echo "would gather the Python packages for $architecture, Python $release"
    if running; then echo "would run: systemctl stop uno-companion"; fi
    echo "would put them in the place of $lib/wheels"
else
    gathered=$(mktemp -d)
    trap 'rm -rf "$gathered"' EXIT
    printf '#!/bin/sh\nexec python3 %s/pip "$@"\n' /usr/share/python-wheels/pip-*.whl > "$gathered/pip"
    chmod +x "$gathered/pip"
    "$here/fetch-wheels" "$gathered/pip" "$checkout" "$gathered/wheels" "$architecture" "$release"
    if running; then systemctl stop uno-companion 2>/dev/null || true; fi
    mkdir -p "$lib"
    rm -rf "$lib/wheels"
    cp -r "$gathered/wheels" "$lib/wheels"
fi
put 0755 "$here/make-venv" "$lib/make-venv"
do_ "$lib/make-venv"

# The service
put 0755 "$here/uno-companion" /usr/bin/uno-companion
put 0644 "$here/uno-companion.sysusers" /usr/lib/sysusers.d/uno-companion.conf
put 0644 "$here/uno-companion.tmpfiles" /usr/lib/tmpfiles.d/uno-companion.conf
put 0644 "$here/uno-companion.modules-load" /usr/lib/modules-load.d/uno-companion.conf
put 0644 "$here/70-uno-companion.rules" /usr/lib/udev/rules.d/70-uno-companion.rules
put 0644 "$here/uno-companion.avahi" /etc/avahi/services/uno-companion.service
put 0644 "$here/uno-companion.service" /usr/lib/systemd/system/uno-companion.service
if [ "$poweroff" = yes ]; then put 0644 "$here/uno-companion.polkit" "$polkit_rule"; fi
if [ "$keep_logs" = yes ]; then put 0644 "$here/uno-companion.journald" "$journald_rule"; fi
do_ systemd-sysusers /usr/lib/sysusers.d/uno-companion.conf
do_ systemd-tmpfiles --create /usr/lib/tmpfiles.d/uno-companion.conf
if running; then
    do_ /usr/lib/systemd/systemd-modules-load /usr/lib/modules-load.d/uno-companion.conf || true
    do_ udevadm control --reload
    do_ udevadm trigger --subsystem-match=tty --subsystem-match=gpio --action=change
    do_ systemctl daemon-reload
    if [ "$keep_logs" = yes ]; then do_ systemctl restart systemd-journald; fi
    do_ systemctl enable uno-companion
    do_ systemctl restart uno-companion
else
    do_ systemctl enable uno-companion
fi
if [ "$dry" = yes ]; then echo "Nothing was changed."; exit 0; fi
echo "uno-companion is installed. Its page: http://$(hostname).local:8080/ - its PIN: sudo uno-companion pin"
echo "What is missing tells: sudo uno-companion doctor"
