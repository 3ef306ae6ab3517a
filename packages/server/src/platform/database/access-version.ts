/** A number that increases when users, tokens, sessions or media change: what processes keep of them is out of date. */
export const accessVersionSql = `SELECT a.value + m.value AS value FROM counters a, counters m WHERE a.name = 'access' AND m.name = 'media'`

/** The counter that increases when users, tokens or sessions change; its row serializes some of these changes. */
export const accessCounterSql = `SELECT value FROM counters WHERE name = 'access'`
