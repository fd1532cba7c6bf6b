#!/bin/sh
# A club on a PostgreSQL server on one Debian machine, from nothing: docs/hosting.md. Run it as root, in a checkout or an
# unpacked source archive. Called again it goes on where it was broken off, and brings an older club to this version.
#
#   sh docs/club.sh          an empty club
#   sh docs/club.sh FILE     the same, and a club that is in a file already moves into it, before its first serve here
#
# BELL_HOME is where the program, its keys and its marks stand. The server is the one that libpq finds (PGHOST, PGPORT).
set -eu
umask 022
python=/usr/bin/python3 # Debian's, which every user may run: one of root's own would not do
here="$(cd "$(dirname "$0")/.." && pwd)"
home="${BELL_HOME:-/srv/bell}"
file="${1:-}"
if [ -n "$file" ] && [ ! -s "$file" ]; then
    echo "club.sh: there is no club in $file" >&2
    exit 2
fi

export DEBIAN_FRONTEND=noninteractive
if ! command -v psql >/dev/null || ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends postgresql python3-venv >/dev/null
fi

# Who serves: a user of this machine who owns its keys and nothing else. The server knows it by its name alone.
id bell >/dev/null 2>&1 || useradd --system --user-group --home-dir "$home" --shell /usr/sbin/nologin bell
install -d -m 755 "$home"
install -d -m 700 -o bell -g bell "$home/beside"
"$python" -m venv "$home/venv"
"$home/venv/bin/pip" install -q --upgrade "$here[png,postgres]"

# Two roles: the owner of the tables, whom nobody logs in as, and the one that serves.
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
if command -v pg_lsclusters >/dev/null && ! as_postgres psql -qAt -d postgres -c 'select 1' >/dev/null 2>&1; then
    # where nothing starts services, as in a container, nobody has started Debian's cluster either
    pg_lsclusters -h | while read -r version cluster _ state _; do
        [ "${state%%,*}" != down ] || pg_ctlcluster "$version" "$cluster" start
    done
fi
role() { as_postgres psql -qAt -d postgres -c "select 1 from pg_roles where rolname = '$1'" | grep -q 1; }
role bell_owner || as_postgres createuser --no-login bell_owner
role bell || as_postgres createuser --login bell
as_postgres psql -qAt -d postgres -c "select 1 from pg_database where datname = 'club'" | grep -q 1 ||
    as_postgres createdb --owner bell_owner --encoding UTF8 --template template0 club
as_postgres psql -q -d club -c 'revoke all on database club from public; grant connect on database club to bell'
as_postgres "$home/venv/bin/cloisterbell" db upgrade --db 'postgresql:///club?options=-crole%3Dbell_owner' --service bell

# One word for all that is done with this club: the program as the user who serves, with its database and its keys.
cat >"$home/bell" <<END
#!/bin/sh
export CLOISTERBELL_DB=postgresql:///club CLOISTERBELL_BESIDE=$home/beside HOME=$home
[ "\$(id -un)" != bell ] || exec $home/venv/bin/cloisterbell "\$@"
exec setpriv --reuid=bell --regid=bell --init-groups -- $home/venv/bin/cloisterbell "\$@"
END
chmod 755 "$home/bell"

# A file is moved by whoever may read it, write beside bell's keys and change the tables: root, while it is a member of
# their owner. The server knows root by its name, as it knows bell.
if [ -n "$file" ]; then
    made=
    end_move() {
        trap - EXIT
        as_postgres psql -q -d postgres -c 'revoke bell_owner from root'
        [ -z "$made" ] || as_postgres psql -q -d postgres -c 'drop role root'
        chown -R bell:bell "$home/beside"
        for mark in "$file".mark*; do # one that was not there before is its owner's too
            [ ! -e "$mark" ] || chown --reference="$file" "$mark"
        done
    }
    trap end_move EXIT
    trap 'exit 130' HUP INT TERM
    role root || { as_postgres createuser --login root && made=yes; }
    as_postgres psql -q -d postgres -c 'grant bell_owner to root'
    CLOISTERBELL_BESIDE="$home/beside" \
        "$home/venv/bin/cloisterbell" db transfer --yes --db "$file" --to 'postgresql:///club?options=-crole%3Dbell_owner'
    end_move
fi
echo "Ready: $home/bell serve --workers 4 --base https://..., and $home/bell invite --base https://... for a host's link"
