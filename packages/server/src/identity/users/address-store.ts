import type { ReadContext } from '../../core/context.ts'

/** addresses per query */
const batchSize = 50

/** address → id of its user; unknown ones are left out. The addresses must be in lower case, as they are stored. */
export async function usersByAddress(
  { db }: Pick<ReadContext, 'db'>,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const marks = Array.from({ length: batchSize }, () => '?').join(', ')
  for (let start = 0; start < addresses.length; start += batchSize) {
    const batch = addresses.slice(start, start + batchSize)
    // One statement for any number of addresses: unused parameters repeat the first one.
    const filled = [...batch, ...Array.from({ length: batchSize - batch.length }, () => batch[0])]
    const rows = await db.rows<{ id: string; email: string }>(
      `SELECT id, email FROM users WHERE email IN (${marks})`,
      filled,
    )
    for (const { id, email } of rows) found.set(email, id)
  }
  return found
}
