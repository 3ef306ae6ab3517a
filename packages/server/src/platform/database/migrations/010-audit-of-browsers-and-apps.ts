/**
 * Indexes that find the entries of a session or an app, as there is one for tokens. Entries of neither are not in
 * them.
 */
export const auditOfBrowsersAndApps = [
  `CREATE INDEX audit_log_by_session ON audit_log (session_id, id) WHERE session_id IS NOT NULL`,
  `CREATE INDEX audit_log_by_client ON audit_log (client_id, id) WHERE client_id IS NOT NULL`,
]
