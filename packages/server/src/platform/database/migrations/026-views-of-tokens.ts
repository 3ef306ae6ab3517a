/** Existing tokens can read drafts if the role of their owner may. */
export const viewsOfTokens = [`ALTER TABLE tokens ADD COLUMN view TEXT NOT NULL DEFAULT 'latest'`]
