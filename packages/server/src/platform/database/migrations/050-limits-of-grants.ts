/** Limits of grants. Existing grants and tokens have none. */
export const limitsOfGrants = [
  'ALTER TABLE oauth_grants ADD COLUMN collections TEXT',
  'ALTER TABLE oauth_grants ADD COLUMN can_delete INTEGER NOT NULL DEFAULT 1',
  'ALTER TABLE oauth_grants ADD COLUMN change_sets_only INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE oauth_grants ADD COLUMN ends_at TEXT',
  'ALTER TABLE tokens ADD COLUMN change_sets_only INTEGER NOT NULL DEFAULT 0',
]
