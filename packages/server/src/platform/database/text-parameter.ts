/**
 * A text parameter for conditions on less than a whole unique key, for example
 * `c.locale = CAST(? AS TEXT) AND c.status = 'draft'`.
 *
 * SQLite estimates by the value of a bare `?` how many rows match, and plans again when the value changes, which costs
 * more than many of the queries. It does not look into a cast, so it plans once, and still finds the index of a column.
 * At most one row has a unique key, so there is nothing to estimate, and `id = ?` needs no cast.
 */
export const textParameter = 'CAST(? AS TEXT)'

/**
 * The same for comparisons with an expression, for example `lower(name) = (? || '')` or `lower(name) GLOB (? || '')`. A
 * cast has the type TEXT, to which SQLite would convert the expression, which has none, and so it would not use an
 * index on it. `? || ''` has no type either, but is not a bare parameter.
 */
export const plainTextParameter = `(? || '')`
