/**
 * `imports` has the uploaded exports and the state of their import; `import_report` has the outcome of each piece.
 * `import_origins` permanently maps pieces of an old site to items, so that importing again changes nothing;
 * `import_addresses` has the old addresses of these pieces. `is_made` is 1 once a piece is imported; before, it is only
 * planned.
 */
export const imports = [
  `CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    file_size BIGINT NOT NULL,
    file_key TEXT,
    state TEXT NOT NULL,
    analysis TEXT NOT NULL,
    options TEXT,
    progress TEXT NOT NULL,
    error TEXT,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    expires_at TEXT NOT NULL
  )`,
  `CREATE INDEX imports_by_state ON imports (state, id)`,

  `CREATE TABLE import_report (
    import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    source_id TEXT NOT NULL,
    title TEXT NOT NULL,
    outcome TEXT NOT NULL,
    code TEXT,
    reason TEXT,
    collection TEXT,
    item_id TEXT,
    old_url TEXT,
    new_url TEXT,
    line BIGINT,
    PRIMARY KEY (import_id, seq)
  )`,
  `CREATE INDEX import_report_by_outcome ON import_report (import_id, outcome, seq)`,

  `CREATE TABLE import_origins (
    origin TEXT PRIMARY KEY,
    site TEXT NOT NULL,
    kind TEXT NOT NULL,
    source_id TEXT NOT NULL,
    parent_source_id TEXT NOT NULL,
    collection TEXT,
    slug TEXT,
    item_id TEXT,
    is_made INTEGER NOT NULL,
    file_url TEXT,
    details TEXT
  )`,
  `CREATE INDEX import_origins_by_source ON import_origins (site, source_id)`,
  `CREATE INDEX import_origins_by_parent ON import_origins (site, parent_source_id)`,
  `CREATE INDEX import_origins_by_slug ON import_origins (collection, slug)`,

  `CREATE TABLE import_addresses (
    address TEXT NOT NULL,
    origin TEXT NOT NULL REFERENCES import_origins (origin) ON DELETE CASCADE,
    PRIMARY KEY (address, origin)
  )`,
]
