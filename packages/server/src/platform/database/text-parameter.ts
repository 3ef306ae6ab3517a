/**
 * A text parameter for conditions that are only part of a key. The embedded engine considers the value of a bare `?` in
 * its plan and plans again at every run where the value could matter, which costs more than many of the queries.
 */
export const textParameter = 'CAST(? AS TEXT)'

/**
 * The same for comparisons with an expression: a cast would make the engine convert the expression and miss its index.
 */
export const plainTextParameter = `(? || '')`
