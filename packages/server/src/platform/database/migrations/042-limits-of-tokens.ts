/** Tokens made before are not limited: both are null. Otherwise they are lists of names, as JSON. */
export const limitsOfTokens = [
  'ALTER TABLE tokens ADD COLUMN collections TEXT',
  'ALTER TABLE tokens ADD COLUMN locales TEXT',
]
