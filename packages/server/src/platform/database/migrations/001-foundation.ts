/**
 * Users, tokens, schema, revisions and schedules. Content tables are created together with collections. The counter
 * `schema` rises when the content model changes, `access` when users or tokens do, so that processes notice it. A
 * scheduled item is published at `publish_at`, and tried again at `try_at` after a failure. Of a token, the hash is
 * stored, and in `prefix` its first characters, by which people recognise it.
 */
export const foundation = [
  `CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
  `INSERT INTO counters (name, value) VALUES ('schema', 1), ('access', 1)`,

  `CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT,
    role INTEGER NOT NULL,
    disabled INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,

  `CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at TEXT,
    last_used_at TEXT,
    created_at TEXT NOT NULL
  )`,
  `CREATE INDEX tokens_by_user ON tokens (user_id)`,

  `CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    label_singular TEXT,
    description TEXT,
    icon TEXT,
    supports TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,

  `CREATE TABLE fields (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    slug TEXT NOT NULL,
    label TEXT NOT NULL,
    type TEXT NOT NULL,
    required INTEGER NOT NULL,
    is_unique INTEGER NOT NULL,
    default_value TEXT,
    validation TEXT,
    widget TEXT,
    options TEXT,
    sort_order DOUBLE PRECISION NOT NULL,
    searchable INTEGER NOT NULL,
    translatable INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (collection_id, slug)
  )`,

  `CREATE TABLE revisions (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    entry_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    data TEXT NOT NULL,
    author_id TEXT,
    created_at TEXT NOT NULL
  )`,
  `CREATE INDEX revisions_by_entry ON revisions (entry_id, id)`,
  `CREATE INDEX revisions_by_collection ON revisions (collection_id)`,

  `CREATE TABLE schedules (
    entry_id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    publish_at TEXT NOT NULL,
    try_at TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX schedules_by_time ON schedules (try_at)`,
]
