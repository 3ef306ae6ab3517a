/** Rights of tokens. Existing tokens keep the rights to publish and to delete. */
export const rightsOfTokens = [
  'ALTER TABLE tokens ADD COLUMN can_publish INTEGER NOT NULL DEFAULT 1',
  'ALTER TABLE tokens ADD COLUMN can_delete INTEGER NOT NULL DEFAULT 1',
]
