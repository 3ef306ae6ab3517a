/** Collections that hold one item; none so far. */
export const singletons = ['ALTER TABLE collections ADD COLUMN singleton INTEGER NOT NULL DEFAULT 0']
