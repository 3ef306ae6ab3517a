import { existingIdsOf, referableIdsOf } from '../content/items/targets.ts'
import { type ImportedComment, isInTrash, writeComment } from './comment-writing.ts'
import { threadComments } from './comment-order.ts'
import { findReferable } from './existing.ts'
import { lineOf } from './convert/html.ts'
import { remark } from './messages.ts'
import type { CollectionPlan } from './naming.ts'
import { findOrigins, type OriginRow } from './origin-store.ts'
import { originOf } from './origins.ts'
import { reportedNumbers } from './report-store.ts'
import { firstItem, type ImportOutcome, report, type Run, stopIfAsked } from './run.ts'
import { readRecords } from './wxr/prepared.ts'
import type { ExportComment, ExportItem } from './wxr/records.ts'

/** the report number of the first comment, after all menus and old addresses (see `firstItem`) */
const firstComment = firstItem * 1000

/** comments per batch; those of one item stay together */
const batchSize = 64

interface Commented {
  readonly item: ExportItem
  readonly comments: readonly ExportComment[]
  /** the report number of its first comment */
  readonly seq: number
}

/** Imports the comments of all items, or reports each of them as left out. */
export async function makeComments(run: Run): Promise<void> {
  if (run.analyzed.comments === 0) return
  const reading = readRecords(run.path)
  let batch: Commented[] = []
  let size = 0
  let seq = firstComment
  const flush = async (): Promise<void> => {
    await makeBatch(run, batch)
    batch = []
    size = 0
    run.progress.report(seq - firstComment, reading.fraction)
    stopIfAsked(run)
  }
  for await (const record of reading.records()) {
    if (record.kind !== 'item') continue
    const { discussion = [], ...item } = record.item
    if (discussion.length === 0) continue
    batch.push({ item, comments: discussion, seq })
    seq += discussion.length
    size += discussion.length
    if (size >= batchSize) await flush()
  }
  await flush()
}

/** Imports the comments of some items; those of an item that was not imported are reported as left out. */
async function makeBatch(run: Run, batch: readonly Commented[]): Promise<void> {
  const { comments: plan } = run
  const first = batch[0]
  const last = batch.at(-1)
  if (first === undefined || last === undefined) return
  if (!run.options.includeComments || plan === null)
    return report(
      run,
      batch.flatMap((one) =>
        one.comments.map((_, index) => skipped(one, index, remark('commentsLeftOut', {}))),
      ),
    )
  const db = run.services.database.reader
  const done = await reportedNumbers(db, run.importId, first.seq, last.seq + last.comments.length - 1)
  const origins = await findOrigins(
    db,
    batch.map(({ item }) => originOf(run.site, item)),
  )
  const referable = await findReferable(run, [...origins.values()])
  for (const one of batch) {
    const origin = origins.get(originOf(run.site, one.item))
    const target = targetOf(run, one.item, origin)
    if (target === null) {
      await report(
        run,
        one.comments.map((_, index) => skipped(one, index, remark('commentOfNothing', {}))),
      )
    } else {
      // A dry run has no items, so the status in the export counts.
      const isItemInTrash =
        target.itemId === null ? one.item.status === 'trash' : !referable.has(target.itemId)
      const itemId = isItemInTrash ? null : target.itemId
      await makeThread(run, plan, { ...one, ...target, itemId, isItemInTrash, done })
    }
  }
}

interface Thread extends Commented {
  /** the collection and id of the commented item; the id is null in a dry run, and if the item is in the trash */
  readonly collection: string
  readonly itemId: string | null
  readonly isItemInTrash: boolean
  /** of the commented item */
  readonly locale: string
  /** report numbers of comments that were written before the run was interrupted */
  readonly done: ReadonlySet<number>
}

/** The imported item of the comments; null if it was not imported. */
function targetOf(
  run: Run,
  { type }: ExportItem,
  origin: OriginRow | undefined,
): Pick<Thread, 'collection' | 'itemId' | 'locale'> | null {
  const locale = origin?.locale ?? run.locale
  const collection = run.collections.get(type)?.slug
  if (collection === undefined) return null
  if (run.options.dryRun) return { collection, itemId: null, locale }
  if (origin?.is_made !== 1 || origin.item_id === null) return null
  return { collection: origin.collection ?? collection, itemId: origin.item_id, locale }
}

/** Creates the comments of an item, level by level, because answers refer to what they answer. */
async function makeThread(run: Run, plan: CollectionPlan, thread: Thread): Promise<void> {
  const keys = originKeys(run, thread)
  const { existing, referable } = await earlierComments(run, plan, keys)
  const levels = Map.groupBy(threadComments(thread.comments), ({ level }) => level)
  for (const level of levels.values()) {
    for (let start = 0; start < level.length; start += batchSize) {
      stopIfAsked(run)
      await Promise.all(
        level.slice(start, start + batchSize).map(async (threaded) => {
          const base = outcomeOf(thread, threaded.index)
          const existingId = existing.get(threaded.index)
          if (thread.done.has(base.seq)) return
          if (existingId !== undefined)
            return report(run, [{ ...base, collection: plan.slug, outcome: 'present', item_id: existingId }])
          const parentId = threaded.parent === null ? null : (referable.get(threaded.parent.index) ?? null)
          const imported: ImportedComment = {
            ...thread,
            threaded,
            parentId,
            base,
            origin: keys[threaded.index] ?? '',
          }
          const id = await writeComment(run, plan, imported)
          if (id !== null && !isInTrash(threaded.comment)) referable.set(threaded.index, id)
        }),
      )
    }
  }
}

/**
 * The keys by which later runs recognise the comments. Ids can be missing or repeat in hand-made files; such a comment
 * has its position in place of an id.
 */
function originKeys(run: Run, { item, comments }: Commented): string[] {
  const usedIds = new Set<string>(['', '0'])
  return comments.map(({ id }, index) => {
    const name = usedIds.has(id) ? `#${index}` : id.slice(0, 100)
    usedIds.add(id)
    return `${originOf(run.site, item)} comment ${name}`
  })
}

interface EarlierComments {
  /** index → id of comments that exist, including those in the trash */
  readonly existing: Map<number, string>
  /** index → id of comments that answers can refer to; those that this run creates are added */
  readonly referable: Map<number, string>
}

/** The comments that an earlier run has made. */
async function earlierComments(
  run: Run,
  plan: CollectionPlan,
  keys: readonly string[],
): Promise<EarlierComments> {
  const { database, schema } = run.services
  const origins = await findOrigins(database.reader, keys)
  const collection = schema.current.collections.get(plan.slug)
  if (origins.size === 0 || collection === undefined) return { existing: new Map(), referable: new Map() }
  const all = [...origins.values()].flatMap(({ item_id: id }) => id ?? [])
  const indexesOf = async (idsOf: typeof existingIdsOf): Promise<Map<number, string>> => {
    const found = new Set(await idsOf({ db: database.reader }, collection, all))
    return new Map(
      keys.flatMap((key, index) => {
        const id = origins.get(key)?.item_id ?? null
        return id !== null && found.has(id) ? [[index, id] as const] : []
      }),
    )
  }
  return { existing: await indexesOf(existingIdsOf), referable: await indexesOf(referableIdsOf) }
}

/** The part of a report line that does not depend on the outcome. The texts are cut to what the report stores. */
function outcomeOf({ item, comments, seq }: Commented, index: number): Omit<ImportOutcome, 'outcome'> {
  const { id = '', author = '', content = '' } = comments[index] ?? {}
  const title = [lineOf(author), lineOf(content.slice(0, 500)).slice(0, 100)]
  return {
    kind: 'comment',
    seq: seq + index,
    source_id: id,
    title: title.filter((part) => part !== '').join(': ') || `#${id}`,
    old_url: item.link === '' ? null : `${item.link.slice(0, 1900)}#comment-${id}`,
    line: item.line,
  }
}

function skipped(commented: Commented, index: number, message: Partial<ImportOutcome>): ImportOutcome {
  return { ...outcomeOf(commented, index), outcome: 'skipped', ...message }
}
