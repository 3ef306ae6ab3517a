const columns = `
    user_id TEXT,
    token_id TEXT,
    session_id TEXT,
    client_id TEXT,
    door TEXT NOT NULL,
    action TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT,
    target_name TEXT,
    facts_before TEXT,
    facts_after TEXT`

/**
 * The audit log. Ids are ULIDs, which contain the time, and rows are read in their order. There are no foreign keys,
 * because the log outlives users and items. `door` is the interface of the call, such as `rest`. The indexes of action
 * and type leave out entries about content, which are the majority.
 */
export const audit = [
  {
    embedded: `CREATE TABLE audit_log (id TEXT PRIMARY KEY, ${columns}) WITHOUT ROWID`,
    server: `CREATE TABLE audit_log (id TEXT COLLATE "C" PRIMARY KEY, ${columns})`,
  },
  `CREATE INDEX audit_log_by_target ON audit_log (target_id, id)`,
  `CREATE INDEX audit_log_by_user ON audit_log (user_id, id)`,
  `CREATE INDEX audit_log_by_token ON audit_log (token_id, id)`,
  `CREATE INDEX audit_log_by_action ON audit_log (action, id)`,
  `CREATE INDEX audit_log_by_type ON audit_log (target_type, id) WHERE target_type <> 'content'`,
]
