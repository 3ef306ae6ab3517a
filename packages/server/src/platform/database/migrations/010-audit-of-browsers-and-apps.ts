/** What a session or an app has done is found as what a token has done is; entries of neither cost nothing here. */
export const auditOfBrowsersAndApps = [
  `CREATE INDEX audit_log_by_session ON audit_log (session_id, id) WHERE session_id IS NOT NULL`,
  `CREATE INDEX audit_log_by_client ON audit_log (client_id, id) WHERE client_id IS NOT NULL`,
]
