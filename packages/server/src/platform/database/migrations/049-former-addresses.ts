import type { Statement } from '../migration.ts'

/**
 * The patterns that a collection had before, the newest first, as JSON: their addresses lead to its items without a row
 * for each. Redirects by hand are marked, because their number is limited; of older ones those to items are unknown.
 */
export const formerAddresses: readonly Statement[] = [
  'ALTER TABLE collections ADD COLUMN former_patterns TEXT',
  'ALTER TABLE redirects ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0',
  'UPDATE redirects SET by_hand = 1 WHERE item_id IS NULL',
  'CREATE INDEX redirects_by_hand ON redirects (by_hand) WHERE by_hand = 1',
]
