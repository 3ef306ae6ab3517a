/** Whether destructive calls must be confirmed. Existing grants and tokens need no confirmation. */
export const confirmations = [
  'ALTER TABLE oauth_grants ADD COLUMN confirm_destructive INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE tokens ADD COLUMN confirm_destructive INTEGER NOT NULL DEFAULT 0',
]
