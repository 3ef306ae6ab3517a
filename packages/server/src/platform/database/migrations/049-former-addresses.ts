import type { Statement } from '../migration.ts'

/**
 * The former URL patterns of a collection, the newest first, as JSON: addresses by these lead to its items without a
 * redirect for each. Redirects that people created are marked, because their number is limited; for existing
 * redirects to items it is unknown who created them.
 */
export const formerAddresses: readonly Statement[] = [
  'ALTER TABLE collections ADD COLUMN former_patterns TEXT',
  'ALTER TABLE redirects ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0',
  'UPDATE redirects SET by_hand = 1 WHERE item_id IS NULL',
  'CREATE INDEX redirects_by_hand ON redirects (by_hand) WHERE by_hand = 1',
]
