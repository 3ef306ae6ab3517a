/**
 * A text parameter for conditions on less than a whole unique key, for example
 * `c.locale = CAST(? AS TEXT) AND c.status = 'draft'`.
 *
 * SQLite estimates by the value of a bare `?` how many rows match, and plans again when the value changes, which costs
 * more than many of the queries. It does not look into a cast, so it plans once, and still finds the index of a column.
 * At most one row has a unique key, so there is nothing to estimate, and `id = ?` needs no cast.
 */
export const textParameter = 'CAST(? AS TEXT)'
