/**
 * A text parameter for conditions that are not the whole of a key. The embedded engine looks at a bare `?` when it
 * plans, and plans anew at every run where its value could matter: that costs more than many of the queries.
 */
export const textParameter = 'CAST(? AS TEXT)'

/** The same for comparing with an expression: a cast would make the engine convert the expression, and miss its index. */
export const plainTextParameter = `(? || '')`
