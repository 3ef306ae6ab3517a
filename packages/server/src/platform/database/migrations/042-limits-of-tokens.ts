/** Limits of tokens: lists of names, as JSON. Existing tokens have no limits (null). */
export const limitsOfTokens = [
  'ALTER TABLE tokens ADD COLUMN collections TEXT',
  'ALTER TABLE tokens ADD COLUMN locales TEXT',
]
