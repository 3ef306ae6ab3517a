/**
 * `live`: a token reads only published content. `latest`, as all existing ones: drafts too, if its owner's role may.
 */
export const viewsOfTokens = [`ALTER TABLE tokens ADD COLUMN view TEXT NOT NULL DEFAULT 'latest'`]
