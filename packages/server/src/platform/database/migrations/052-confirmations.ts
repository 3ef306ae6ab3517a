/** Grants and tokens made before destroy without being asked to confirm. */
export const confirmations = [
  'ALTER TABLE oauth_grants ADD COLUMN confirm_destructive INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE tokens ADD COLUMN confirm_destructive INTEGER NOT NULL DEFAULT 0',
]
