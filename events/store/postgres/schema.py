"""The tables, triggers and roles of a PostgreSQL database, and the migrations that create them.

There are three roles: the owner of the tables, a role that migrates (the owner or a member of it), and the service. The
service may read and append, but has no UPDATE or DELETE on the log entries. Triggers enforce this for all roles,
including the owner. Never edit a released step: add another step.

Bodies are of type `text`, so that the hashed bytes are stored unchanged. `COLLATE "C"` sorts ids as SQLite does.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from events.errors import RefusedError

if TYPE_CHECKING:
    import psycopg

SCHEMA: Final = "cloisterbell"
"""The schema that contains all tables."""
LOCK: Final = 0x42454C4C
"""The number of the advisory lock for migrations: `BELL` in ASCII."""

_ID: Final = 'text collate "C" not null'
_LOG: Final = (
    f"""
create table sessions (
    session {_ID} primary key,
    game {_ID},
    created_ms bigint not null,
    title text not null,
    alias text collate "C" unique,
    origin {_ID},
    turn boolean not null default false
)
""",
    "comment on column sessions.turn is 'never changed: who may write it may lock the row'",
    f"create table names (name {_ID} primary key, session {_ID})",
    f"""
create table lines (
    session {_ID},
    seq bigint not null,
    at_ms bigint not null,
    "by" {_ID},
    body text not null,
    digest bytea not null,
    primary key (session, seq)
)
""",
    f"""
create table secrets (
    session {_ID},
    seq bigint not null,
    field {_ID},
    item bigint not null,
    audience {_ID},
    salt text,
    value text,
    primary key (session, seq, field, item)
)
""",
    "create index secrets_erased on secrets (session) where salt is null",
    f"""
create table towers (session {_ID} primary key, length bigint not null, links bytea not null,
    shuffle_secret bytea not null)
""",
    f"create table data (hash {_ID} primary key, json text not null)",
    f"""
create table submissions (session {_ID}, author {_ID}, key {_ID}, hash {_ID}, answer text not null,
    primary key (session, author, key))
""",
    f"""
create table fingerprints (session {_ID}, seq bigint not null, shape bigint not null, value bytea not null,
    primary key (session, seq))
""",
    f"""
create table signatures (session {_ID}, seq bigint not null, signed_ms bigint not null, key bytea not null,
    signature bytea not null, primary key (session, seq, key))
""",
)
_BESIDE: Final = (
    f"create unlogged table hits (key {_ID}, at_s float8 not null)",
    "create index hits_of on hits (key, at_s)",
    f"""
create table packets (holder bytea not null, name {_ID}, at_ms bigint not null, sealed bytea not null,
    primary key (holder, name))
""",
    f"create table house_keys (name {_ID} primary key, value bytea not null)",
    f"create table settings (session {_ID} primary key, json text not null)",
    f"""
create table links (hash bytea not null primary key, id {_ID} unique, session {_ID}, role {_ID}, seat {_ID},
    person {_ID}, name text not null, made_ms bigint not null, revoked_ms bigint not null)
""",
    "create index links_of on links (session)",
    f"create table notices (key {_ID} primary key, session {_ID}, at_ms bigint not null, state text not null)",
    f"""
create table desks (desk {_ID}, seq bigint not null, at_ms bigint not null, who text not null, body text not null,
    raw bytea, primary key (desk, seq))
""",
)
# `remove_session` sets a variable in its transaction that allows deletion. The service may delete only through it.
_REFUSALS: Final = (
    """
create function refuse_change() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    if tg_op = 'DELETE' and current_setting('cloisterbell.removed', true) = old.session then
        return old;
    end if;
    raise exception '% are not %', tg_table_name, case tg_op when 'UPDATE' then 'edited' else 'deleted' end
        using errcode = 'integrity_constraint_violation';
end $$
""",
    """
create function refuse_emptying() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    raise exception '% are not deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $$
""",
    """
create function refuse_gap() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    if new.seq is distinct from (select coalesce(max(seq), 0) + 1 from lines where session = new.session) then
        raise exception 'lines follow each other without a gap' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end $$
""",
    """
create function refuse_all_but_erasing() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    if new.salt is null and new.value is null and (new.session, new.seq, new.field, new.item, new.audience)
        is not distinct from (old.session, old.seq, old.field, old.item, old.audience)
    then
        return new;
    end if;
    raise exception 'secrets are erased and not edited' using errcode = 'integrity_constraint_violation';
end $$
""",
    "create trigger lines_follow_without_a_gap before insert on lines for each row execute function refuse_gap()",
    *(
        f"create trigger {table}_are_not_changed before update or delete on {table} for each row"
        " execute function refuse_change()"
        for table in ("lines", "signatures")
    ),
    """
create trigger secrets_are_erased_alone before update on secrets for each row
execute function refuse_all_but_erasing()
""",
    "create trigger secrets_are_not_deleted before delete on secrets for each row execute function refuse_change()",
    *(
        f"create trigger {table}_are_not_emptied before truncate on {table} for each statement"
        " execute function refuse_emptying()"
        for table in ("lines", "signatures", "secrets")
    ),
)
_REMOVAL: Final = (
    """
create function remove_session(gone text) returns void language plpgsql security definer
set search_path = cloisterbell, pg_temp as $$
begin
    perform 1 from sessions where session = gone for update;
    perform set_config('cloisterbell.removed', gone, true);
    delete from lines where session = gone;
    delete from secrets where session = gone;
    delete from towers where session = gone;
    delete from submissions where session = gone;
    delete from fingerprints where session = gone;
    delete from signatures where session = gone;
    delete from names where session = gone;
    delete from sessions where session = gone;
    perform set_config('cloisterbell.removed', '', true);
end $$
""",
    "revoke all on function remove_session(text) from public",
    "create table moved (place text not null, at_ms bigint not null)",
    """
create function refuse_moved() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    raise exception '%', tg_argv[0] using errcode = 'object_not_in_prerequisite_state';
end $$
""",
    """
create function freeze(place text, at_ms bigint, words text) returns void language plpgsql security definer
set search_path = cloisterbell, pg_temp as $$
declare
    name text;
begin
    insert into moved values (place, at_ms);
    foreach name in array array['sessions', 'lines', 'secrets', 'towers', 'submissions', 'fingerprints', 'signatures',
        'house_keys', 'settings', 'links', 'notices', 'desks']
    loop
        execute format('create trigger %I before insert or update or delete on %I for each statement'
            ' execute function refuse_moved(%L)', name || '_moved', name, words);
    end loop;
end $$
""",
    "revoke all on function freeze(text, bigint, text) from public",
)
_SUMMARIES: Final = (
    f"""
create table summaries (
    session {_ID} primary key,
    version text not null,
    head bytea not null,
    erased bigint not null,
    game {_ID},
    words text not null,
    title text collate "C" not null,
    created_ms bigint not null,
    filed_ms bigint not null,
    is_over bigint not null,
    is_disputed bigint not null,
    is_sample bigint not null,
    is_branch bigint not null,
    json text not null
)
""",
    "create index summaries_filed on summaries (is_branch, is_over, filed_ms desc, session)",
    f"create table summaries_moved (session {_ID} primary key)",
    """
create function note_moved() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    insert into summaries_moved (session) select distinct session from changed on conflict do nothing;
    return null;
end $$
""",
    """
create function note_removed() returns trigger language plpgsql set search_path = cloisterbell, pg_temp as $$
begin
    delete from summaries where session = old.session;
    delete from summaries_moved where session = old.session;
    return old;
end $$
""",
    *(
        f"create trigger summaries_of_{name} after {act} referencing new table as changed for each statement"
        " execute function note_moved()"
        for name, act in (
            ("new", "insert on sessions"),
            ("longer", "insert on lines"),
            ("erased", "update on secrets"),
        )
    ),
    "create trigger summaries_of_removed after delete on sessions for each row execute function note_removed()",
    # The queries are written for SQLite and need these two of its functions.
    """
create function json_extract(given text, path text) returns text language sql immutable as
$$ select given::json #>> string_to_array(substr(path, 3), '.') $$
""",
    """
create function instr(whole text, part text) returns integer language sql immutable as
$$ select strpos(whole, part) $$
""",
    "create index settings_hidden on settings (session) where json_extract(json, '$.visibility') <> 'public'",
)

_PACKAGE: Final = f"alter table sessions add column package {_ID} default ''"

_FOLLOWED: Final = (
    f"""
create table followed (session {_ID} primary key, place {_ID} unique, json text not null, worker text not null,
    until_ms bigint not null)
""",
    f"""
create table fetched (session {_ID}, post {_ID}, state text not null, hash bytea not null,
    primary key (session, post))
""",
    f"""
create table replies (session {_ID}, number bigint not null, at_ms bigint not null, state text not null,
    json text not null, picture bytea not null, primary key (session, number))
""",
    """
create or replace function freeze(place text, at_ms bigint, words text) returns void language plpgsql security definer
set search_path = cloisterbell, pg_temp as $$
declare
    name text;
begin
    insert into moved values (place, at_ms);
    foreach name in array array['sessions', 'lines', 'secrets', 'towers', 'submissions', 'fingerprints', 'signatures',
        'house_keys', 'settings', 'links', 'notices', 'desks', 'followed', 'fetched', 'replies']
    loop
        execute format('create trigger %I before insert or update or delete on %I for each statement'
            ' execute function refuse_moved(%L)', name || '_moved', name, words);
    end loop;
end $$
""",
)

_TAKEN: Final = "select name from cloisterbell.steps"
STEPS: Final[Mapping[str, Sequence[str]]] = {
    "0001-log": (*_LOG, *_REFUSALS, *_REMOVAL),
    "0002-beside": (*_BESIDE, *_SUMMARIES),
    "0003-packages": (_PACKAGE,),
    "0004-followed": _FOLLOWED,
}
"""All released migration steps in order: the name of each step and its SQL statements."""
_RULES: Final = f"""
select rolsuper or rolcreaterole or pg_has_role(pg_roles.oid, nspowner, 'member')
    or pg_has_role(pg_roles.oid, (select datdba from pg_database where datname = current_database()), 'member')
    or pg_has_role(pg_roles.oid, 'pg_execute_server_program', 'member')
    or pg_has_role(pg_roles.oid, 'pg_write_server_files', 'member')
from pg_roles, pg_namespace where rolname = %s and nspname = '{SCHEMA}'
"""  # noqa: S608  # a constant
"""SQL test for unlimited rights: the role is a superuser, owns the tables or database, or is a member of such a role.

The rights to create roles, and to write files or run programs on the server, count too.
"""
UNLIMITED: Final = f"""
select rolname from pg_roles, pg_namespace where rolname in (current_user, session_user) and nspname = '{SCHEMA}'
and (rolsuper or pg_has_role(pg_roles.oid, nspowner, 'member')) order by rolname <> current_user
"""  # noqa: S608  # as above
"""SQL query for those of the current role and the session role that are superusers or members of the tables' owner."""
_MAY_CHANGE: Final = f"""
select name from unnest(array['lines', 'secrets', 'signatures', 'sessions', 'towers', 'moved', 'steps']) name
where has_table_privilege(%(role)s, name, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
union all select 'its schema' where has_schema_privilege(%(role)s, '{SCHEMA}', 'CREATE')
"""  # noqa: S608  # a constant
"""SQL query for the tables that a role could still change, by public rights or by membership in another role."""
_TRIGGERS: Final = frozenset({
    "lines_follow_without_a_gap", "lines_are_not_changed", "lines_are_not_emptied", "signatures_are_not_changed",
    "signatures_are_not_emptied", "secrets_are_erased_alone", "secrets_are_not_deleted", "secrets_are_not_emptied",
    "summaries_of_new", "summaries_of_longer", "summaries_of_erased", "summaries_of_removed",
})  # fmt: skip
"""The triggers that must be enabled at the last step. If one is missing, another program changed the database."""
_GRANTS: Final = (
    "revoke all on schema {schema} from {role}",  # default privileges may have granted more than the statements below
    "revoke all on all tables in schema {schema} from {role}",
    "revoke all on all functions in schema {schema} from {role}",
    "grant usage on schema {schema} to {role}",
    "grant select on all tables in schema {schema} to {role}",
    "grant insert on sessions, names, lines, secrets, towers, data, submissions, fingerprints, signatures to {role}",
    "grant update (turn) on sessions to {role}",
    "grant update (salt, value) on secrets to {role}",
    "grant update (answer) on submissions to {role}",
    "grant update (shape, value) on fingerprints to {role}",
    "grant insert, update, delete on house_keys, settings, links, notices, desks, hits, packets to {role}",
    "grant insert, update, delete on followed, fetched, replies to {role}",
    "grant insert, update, delete on summaries, summaries_moved to {role}",
    "grant execute on function remove_session(text), json_extract(text, text), instr(text, text) to {role}",
)

_NOT_GRANTED: Final = "01007"  # SQLSTATE of the warning that a grant had no effect
_MAY_NOT_GRANT: Final = '{place}: only the owner of the tables can give "{service}" access to them'


def is_current(connection: "psycopg.Connection[Any]", place: str) -> bool:
    """Return whether the database is at the latest step.

    Only reads. A database that has a later version or was changed by another program raises `RefusedError`.
    """
    if connection.execute("select to_regclass(%s)", (f"{SCHEMA}.steps",)).fetchone() == (None,):
        return False
    steps = {str(name) for (name,) in connection.execute(_TAKEN)}
    if later := sorted(steps - STEPS.keys()):
        raise RefusedError(f"{place} needs a later version of Cloister Bell (it has step {later[-1]})")
    if STEPS.keys() - steps:
        return False
    working = connection.execute(
        "select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid"
        " where relnamespace = to_regnamespace(%s) and (tgenabled = 'A'"
        " or tgenabled = 'O' and current_setting('session_replication_role') <> 'replica')",
        (SCHEMA,),
    )
    if lost := sorted(_TRIGGERS - {str(name) for (name,) in working}):
        raise RefusedError(f"{place} was changed by another program. Missing: {', '.join(lost)}")
    return True


def migrate(connection: "psycopg.Connection[Any]", place: str, service: str = "") -> None:
    """Apply all missing steps in one transaction, one process at a time, and give `service` access to the tables.

    A missing right or service role raises `RefusedError`, and so do the causes of `is_current`.
    """
    import psycopg  # noqa: PLC0415  # psycopg is optional

    try:
        with connection.transaction():
            connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
            if not is_current(connection, place):
                connection.execute(f"create schema if not exists {SCHEMA}")
                connection.execute(f"set local search_path to {SCHEMA}, pg_temp")
                connection.execute("create table if not exists steps (name text primary key, taken_ms bigint not null)")
                taken = {str(name) for (name,) in connection.execute("select name from steps")}
                for name, statements in STEPS.items():
                    if name not in taken:
                        for statement in statements:
                            connection.execute(statement)
                        connection.execute(
                            "insert into steps values (%s, (extract(epoch from now()) * 1000)::bigint)", (name,)
                        )
            if service:
                _let_serve(connection, place, service)
    except psycopg.errors.InsufficientPrivilege as error:
        raise RefusedError(
            f"{place} has tables of an older version, and this role cannot upgrade them. Upgrade them as their owner"
        ) from error


def _let_serve(connection: "psycopg.Connection[Any]", place: str, service: str) -> None:
    """Grant a role exactly the rights that `serve` needs, inside the transaction of a migration."""
    import psycopg  # noqa: PLC0415  # psycopg is optional
    from psycopg import sql  # noqa: PLC0415  # as above

    connection.execute(f"set local search_path to {SCHEMA}, pg_temp")
    found = connection.execute(_RULES, (service,)).fetchone()
    if found is None:  # checked first: "public" would grant the rights to all roles
        raise RefusedError(f'the role "{service}" does not exist on {place}. Create it first')
    if found[0]:
        raise RefusedError(f'the role "{service}" could get all rights of the owner of the tables. Choose another role')
    told = list[str | None]()

    def hear(diagnostic: "psycopg.errors.Diagnostic") -> None:
        told.append(diagnostic.sqlstate)

    connection.execute("set local client_min_messages to warning")
    connection.add_notice_handler(hear)
    try:
        for grant in _GRANTS:
            named = sql.SQL(grant).format(role=sql.Identifier(service), schema=sql.Identifier(SCHEMA))
            connection.execute(named)
    except psycopg.errors.InsufficientPrivilege as error:
        raise RefusedError(_MAY_NOT_GRANT.format(place=place, service=service)) from error
    finally:
        connection.remove_notice_handler(hear)
    if _NOT_GRANTED in told:  # the server reports it as a warning only
        raise RefusedError(_MAY_NOT_GRANT.format(place=place, service=service))
    if changeable := [str(name) for (name,) in connection.execute(_MAY_CHANGE, {"role": service})]:
        raise RefusedError(
            f'the role "{service}" can change {", ".join(changeable)} by a grant to it, to PUBLIC or to another role.'
            " Revoke the grant"
        )
