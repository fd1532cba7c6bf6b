#!/bin/sh
# Install a group server with PostgreSQL on one Debian machine (docs/howto/postgresql.md). Run it as root, in a checkout or
# an unpacked source archive. If it was interrupted, run it again. It also upgrades an older installation.
#
#   sh docs/howto/group-server.sh          an empty group
#   sh docs/howto/group-server.sh FILE     the same, and move the group of a database file into it, before the first serve
#
# BELL_HOME is the folder of the program, its keys and its marks. The server is the one that libpq finds (PGHOST, PGPORT).
set -eu
umask 022
python=/usr/bin/python3 # Debian's: other users cannot run a Python of root
here="$(cd "$(dirname "$0")/../.." && pwd)"
home="${BELL_HOME:-/srv/bell}"
file="${1:-}"
if [ -n "$file" ] && [ ! -s "$file" ]; then
    echo "group-server.sh: there is no database in $file" >&2
    exit 2
fi

export DEBIAN_FRONTEND=noninteractive
if ! command -v psql >/dev/null || ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends postgresql python3-venv >/dev/null
fi

# The user who serves owns the keys and nothing else. PostgreSQL identifies it by its name.
id bell >/dev/null 2>&1 || useradd --system --user-group --home-dir "$home" --shell /usr/sbin/nologin bell
install -d -m 755 "$home"
install -d -m 700 -o bell -g bell "$home/state"
"$python" -m venv "$home/venv"
"$home/venv/bin/pip" install -q --upgrade "$here[png,postgres]"

# Two roles: the owner of the tables, without a login, and the role that serves.
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
if command -v pg_lsclusters >/dev/null && ! as_postgres psql -qAt -d postgres -c 'select 1' >/dev/null 2>&1; then
    # in a container, Debian's cluster may not be running
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

# A command that runs the program as the user who serves, with its database and its keys.
cat >"$home/bell" <<END
#!/bin/sh
export CLOISTERBELL_DB=postgresql:///club CLOISTERBELL_STATE_DIR=$home/state HOME=$home
[ "\$(id -un)" != bell ] || exec $home/venv/bin/cloisterbell "\$@"
exec setpriv --reuid=bell --regid=bell --init-groups -- $home/venv/bin/cloisterbell "\$@"
END
chmod 755 "$home/bell"

# Root moves a file: it can read the file and write the keys. For that time root is a member of the tables' owner.
if [ -n "$file" ]; then
    made=
    end_move() {
        trap - EXIT
        as_postgres psql -q -d postgres -c 'revoke bell_owner from root'
        [ -z "$made" ] || as_postgres psql -q -d postgres -c 'drop role root'
        chown -R bell:bell "$home/state"
        for mark in "$file".mark*; do # a new mark belongs to the owner of the file
            [ ! -e "$mark" ] || chown --reference="$file" "$mark"
        done
    }
    trap end_move EXIT
    trap 'exit 130' HUP INT TERM
    role root || { as_postgres createuser --login root && made=yes; }
    as_postgres psql -q -d postgres -c 'grant bell_owner to root'
    CLOISTERBELL_STATE_DIR="$home/state" \
        "$home/venv/bin/cloisterbell" db transfer --yes --db "$file" --to 'postgresql:///club?options=-crole%3Dbell_owner'
    end_move
fi
echo "Ready: $home/bell serve --workers 4 --base https://..., and $home/bell invite --base https://... for a host's link"
