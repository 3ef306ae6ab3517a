import type { WriteContext } from '../../core/context.ts'
import { refusal } from '../../platform/errors.ts'
import { compareVersions, nameOfChange } from './comparing.ts'
import { currentRev, type Item } from './item.ts'

/**
 * Throws CONFLICT unless the unpublished changes of the item are exactly those that the caller expects, by the names of
 * `nameOfChange`. Without expectations (undefined) nothing is checked.
 */
export async function checkExpected(
  context: WriteContext,
  item: Item,
  expected: readonly string[] | undefined,
): Promise<void> {
  if (expected === undefined) return
  const changed = await namesOfChanges(context, item)
  const unexpected = changed.filter((name) => !expected.includes(name))
  const absent = expected.filter((name) => !changed.includes(name))
  if (unexpected.length === 0 && absent.length === 0) return
  const params = { unexpected: unexpected.join(', '), absent: absent.join(', ') }
  throw refusal('CONFLICT', 'otherChanges', params, {
    details: { changed, unexpected, absent, _rev: currentRev(item) },
  })
}

/** The names of the changes that visitors would see if the item were published. */
async function namesOfChanges(context: WriteContext, item: Item): Promise<string[]> {
  const { changed } = await compareVersions(context, item)
  return changed.map(nameOfChange)
}

/**
 * Adds to the answer which other changes of a published item were published with the named fields, because a draft
 * can contain changes of other people.
 */
export async function noticeOtherChanges(
  context: WriteContext,
  item: Item,
  named: readonly string[] = [],
): Promise<void> {
  const names = (await namesOfChanges(context, item)).filter((name) => !named.includes(name))
  if (names.length > 0)
    context.notices.push(`Went live, though this call did not name it: ${names.join(', ')}.`)
}
