/** The counter that increases when users, tokens or sessions change. */
export const accessVersionSql = `SELECT value FROM counters WHERE name = 'access'`
