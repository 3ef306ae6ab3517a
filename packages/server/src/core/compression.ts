import { compressed } from '../platform/compressed-text.ts'
import type { Database } from '../platform/database/database.ts'
import { upgradedAt } from '../platform/database/upgraded.ts'
import { timeText } from '../platform/time-text.ts'
import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface Services {
    /** the time, in the stored form, from which the history is stored compressed */
    readonly compressesFrom: string
  }
}

/** milliseconds after an upgrade for which nodes of the release before, which read only plain text, may still run */
const sideBySide = 7 * 24 * 3_600_000

/**
 * The time from which the history is stored compressed, in the stored form: empty, which is before every time, if no
 * older release has used the database.
 */
export async function compressionStart(database: Pick<Database, 'reader'>): Promise<string> {
  const upgrade = await upgradedAt(database, '061-compressed-history')
  return upgrade === null ? '' : timeText(new Date(Date.parse(upgrade) + sideBySide))
}

/** The compressed form of a text of the history; null if the text itself is to be stored. */
export function compressedText(
  { services, now }: Pick<WriteContext, 'services' | 'now'>,
  text: string,
): Buffer | null {
  return now < services.compressesFrom ? null : compressed(text)
}
