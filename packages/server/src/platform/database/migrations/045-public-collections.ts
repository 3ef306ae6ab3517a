/** Collections that callers without a token can read; none so far. */
export const publicCollections = ['ALTER TABLE collections ADD COLUMN public_read INTEGER NOT NULL DEFAULT 0']
