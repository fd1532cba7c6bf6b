#!/bin/sh
# Creates the roles and the database of a group. The image of PostgreSQL runs it once, when the volume is empty.
# The roles are described in docs/howto/postgresql.md.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$(cat /run/secrets/owner_password)" -v service="$(cat /run/secrets/service_password)" \
    --username postgres --dbname postgres <<'END'
create role bell_owner nologin;
create role bell login password :'service';
create role keeper login password :'owner' in role bell_owner;
create database club owner bell_owner encoding 'UTF8' template template0;
revoke all on database club from public;
grant connect on database club to bell, bell_owner;
END
