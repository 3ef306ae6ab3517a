import type { WriteContext } from '../../core/context.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { completedData } from '../media/completing.ts'
import { withParsedBlocks } from '../rich-text/parsed-markdown.ts'
import { checkExpected, noticeOtherChanges } from './expected-changes.ts'
import { parseContent } from './input.ts'
import { isPublishedWithDraft, type Item } from './item.ts'
import { changedTerms, parseTerms, type TermsByTaxonomy } from './item-terms.ts'
import { checkedValues } from './references.ts'
import { refuseHiddenReferences, withHidden } from './hidden-values.ts'
import { save, workingData } from './saving.ts'
import { publish, setPublishedAt, unpublish } from './transitions.ts'

/** The input of an update; absent properties do not change. */
export interface Update {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly slug?: string | undefined
  readonly terms?: TermsByTaxonomy | undefined
  readonly status?: 'draft' | 'published' | undefined
  readonly publishedAt?: string | undefined
  /** the changes that publishing may make, including those of this update */
  readonly expectChanged?: readonly string[] | undefined
  /** a draft may lack required fields */
  readonly incomplete?: boolean | undefined
}

/**
 * Checks and saves the input of an update, and changes the status of the item. Rights and `_rev` are already checked.
 */
export async function applyUpdate(context: WriteContext, item: Item, update: Update): Promise<Item> {
  const storedData = async (): Promise<Data> => parseData(await workingData(context, item))
  const completeData = async (): Promise<Data> => completedData(context, await workingData(context, item))
  const given = await withParsedBlocks(item.collection, update.data, completeData)
  const parsed = parseContent(
    item.collection,
    { ...update, data: given.data },
    {
      isNew: false,
      incomplete: update.incomplete ?? false,
      blocks: context.services.plugins.current.blocks,
    },
  )
  const terms = await parseTerms(context, item.collection, update.terms)
  const issues = [...given.issues, ...parsed.issues, ...terms.issues]
  const checked = await checkedValues(context, { values: parsed.values, issues }, storedData)
  await refuseHiddenReferences(context, item.collection, update.data)
  const values = await withHidden(context, checked, storedData)
  const saved = await save(context, item, {
    values,
    slug: update.slug,
    terms: await changedTerms(context, item.row, terms.changes),
    incomplete: update.incomplete ?? false,
    isPublishedNext: update.status === 'published',
  })
  const dated = await setPublishedAt(context, saved, update.publishedAt)
  if (update.status === 'draft') return unpublish(context, dated)
  if (update.status !== 'published') return dated
  await checkGoingLive(context, item, dated, update)
  // `save` returns the same item if it has nothing to change.
  return publish(context, dated, { isJustSaved: saved !== item })
}

/**
 * Checks that only the expected changes go live with this update. Without an expectation it names the others in a
 * notice: a draft may contain changes of other people.
 */
async function checkGoingLive(
  context: WriteContext,
  before: Item,
  saved: Item,
  { expectChanged, data = {}, slug, terms = {} }: Update,
): Promise<void> {
  if (expectChanged !== undefined) return checkExpected(context, saved, expectChanged)
  if (!isPublishedWithDraft(before)) return
  const named = [...Object.keys(data), ...(slug === undefined ? [] : ['slug'])]
  await noticeOtherChanges(context, saved, [...named, ...Object.keys(terms).map((name) => `terms.${name}`)])
}
