import { createItem } from '../content/items/creating.ts'
import { trash } from '../content/items/transitions.ts'
import type { WriteContext } from '../core/context.ts'
import { collectionOf } from '../core/model/model.ts'
import { invalid, OctavoError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findUnsafe } from '../platform/json-safety.ts'
import { timeText } from '../platform/time-text.ts'
import type { commentStates } from './comment-plan.ts'
import type { ThreadedComment } from './comment-order.ts'
import { safeAddress } from './convert/media-blocks.ts'
import { convertContent } from './convert/convert.ts'
import { cleanText, lineOf } from './convert/html.ts'
import { timeOfComment } from './dates.ts'
import { reasonOf, reportedNotes } from './item-writing.ts'
import { remark } from './messages.ts'
import { commentFields } from './meta.ts'
import type { CollectionPlan } from './naming.ts'
import { insertOrigins, updateOrigin } from './origin-store.ts'
import { contentNotes, type Note, stateOf } from './prepare.ts'
import { applyTargets, resolveBatch, untargetedPieces } from './resolving.ts'
import { insertReports } from './report-store.ts'
import { type ImportOutcome, report, reportRow, type Run, write } from './run.ts'
import type { ExportComment, ExportItem } from './wxr/records.ts'

/** A comment, with what the import knows of the commented item. */
export interface ImportedComment {
  readonly item: ExportItem
  readonly threaded: ThreadedComment
  /** the collection and id of the commented item; the id is null in a dry run, and if the item is in the trash */
  readonly collection: string
  readonly itemId: string | null
  readonly isItemInTrash: boolean
  /** of the commented item */
  readonly locale: string
  /** id of the imported comment that it answers */
  readonly parentId: string | null
  /** the key by which later runs recognise the comment */
  readonly origin: string
  /** the part of its report line that does not depend on the outcome */
  readonly base: Omit<ImportOutcome, 'outcome'>
}

type State = (typeof commentStates)[number]

/** Creates a comment and its report line in one transaction; returns its id, or null if it was not created. */
export async function writeComment(
  run: Run,
  plan: CollectionPlan,
  imported: ImportedComment,
): Promise<string | null> {
  const base = { ...imported.base, collection: plan.slug }
  try {
    const prepared = await prepareComment(run, plan, imported)
    if (!run.options.dryRun) return await create(run, plan, { ...imported, ...prepared, base })
    await report(run, [{ ...base, ...reportedNotes(prepared.notes), outcome: 'created' }])
    return null
  } catch (error) {
    await report(run, [{ ...base, outcome: 'failed', ...reasonOf(run, error) }])
    return null
  }
}

interface Prepared {
  readonly data: Record<string, unknown>
  readonly state: State
  /** an approved comment is published, but only if its item is */
  readonly isPublic: boolean
  readonly createdAt: string
  readonly notes: readonly Note[]
}

/** Converts a comment to the fields of its collection. */
async function prepareComment(
  run: Run,
  plan: CollectionPlan,
  { item, threaded, collection, itemId, isItemInTrash, parentId }: ImportedComment,
): Promise<Prepared> {
  const { comment } = threaded
  const now = timeText(await run.services.sharedClock())
  const given = timeOfComment(comment)
  // An item cannot have been created in the future; the field `date` keeps the given time.
  const createdAt = given !== null && given < now ? given : now
  const converted = convertContent(comment.content)
  const { findings } = converted
  const resolved = await resolveBatch(run, run.services.database.reader, findings.addresses, [])
  const untargeted = applyTargets({ converted }, resolved, run.analyzed.site.url)
  const state = stateOfComment(comment)
  const isPublic = state === 'approved' && !isItemInTrash && stateOf(item, now).state.status === 'published'
  const author = lineOf(comment.author).slice(0, 500)
  // By the role of the field; for references, by the role and what they are for (`of` in the plan).
  const values: Readonly<Record<string, unknown>> = {
    title: titleOf(author, comment.content),
    author_name: author === '' ? undefined : author,
    author_url: safeAddress(comment.url)?.slice(0, 2000),
    content: converted.blocks.length === 0 ? undefined : converted.blocks,
    date: given ?? undefined,
    state,
    kind: cleanText(comment.type).slice(0, 100) || 'comment',
    custom_fields: commentFields(comment) ?? undefined,
    [`item ${collection}`]: itemId ?? undefined,
    [`parent ${plan.slug}`]: parentId ?? undefined,
  }
  const isOfHidden = state === 'approved' && !isItemInTrash && !isPublic
  const data = Object.fromEntries(
    plan.fields.flatMap(({ role, of, slug }) => {
      const value = values[of === undefined ? role : `${role} ${of}`]
      return value === undefined ? [] : [[slug, value] as const]
    }),
  )
  const notes = [
    ...threadNotes(threaded, parentId, run.options.dryRun),
    ...(isItemInTrash ? [remark('commentOfTrash', {})] : []),
    ...(isOfHidden ? [remark('commentOfHidden', {})] : []),
    // A text that was cut is noted with the item, of whose element in the export the comment is a part.
    ...contentNotes({ isCut: false }, converted),
    ...(run.options.dryRun ? [] : untargetedPieces(untargeted)),
  ]
  return { data, state, isPublic, createdAt, notes }
}

/** The title for lists: the author and the beginning of the text. */
function titleOf(author: string, content: string): string {
  const text = lineOf(content.slice(0, 1000))
  const begin = text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
  return [author, begin].filter((part) => part !== '').join(': ') || 'Comment'
}

/**
 * The state by the status in the export, which different programs write differently. WordPress has `1`, `0` (pending),
 * `spam`, `trash`, and `post-trashed` for a comment of an item that was moved to the trash. A comment without a status
 * counts as approved.
 */
function stateOfComment({ approved }: ExportComment): State {
  if (approved === '1' || approved === '' || approved === 'approve') return 'approved'
  if (approved === 'spam') return 'spam'
  return approved.endsWith('trash') || approved === 'post-trashed' ? 'trash' : 'pending'
}

export function isInTrash(comment: ExportComment): boolean {
  return stateOfComment(comment) === 'trash'
}

/** Why a comment is no answer here, although it was one on the old site. */
function threadNotes(
  { comment, parent, problem }: ThreadedComment,
  parentId: string | null,
  isDry: boolean,
): Note[] {
  if (problem === 'missing') return [remark('parentNotInFile', { id: comment.parent.slice(0, 100) })]
  if (problem === 'circle') return [remark('parentCircle', {})]
  if (parent === null || parentId !== null || isDry) return []
  return [isInTrash(parent.comment) ? remark('parentInTrash', {}) : remark('parentNotImported', {})]
}

type PreparedComment = ImportedComment & Prepared

/** Creates a comment with a slug by its old id; with a generated slug if another comment has that one. */
async function create(run: Run, plan: CollectionPlan, ready: PreparedComment): Promise<string> {
  const { id: number } = ready.threaded.comment
  const wanted = /^[1-9]\d{0,14}$/.test(number) ? `comment-${number}` : undefined
  try {
    return await createAs(run, plan, ready, wanted)
  } catch (error) {
    const isTaken = error instanceof OctavoError && error.code === 'DUPLICATE_SLUG'
    if (!isTaken) throw error
    return createAs(run, plan, ready, undefined)
  }
}

/** Creates a comment with a slug (undefined: a generated one), its origin and its report line; returns its id. */
async function createAs(
  run: Run,
  plan: CollectionPlan,
  ready: PreparedComment,
  slug: string | undefined,
): Promise<string> {
  const { data, createdAt, isPublic, notes, base } = ready
  const unsafe = findUnsafe({ data })
  if (unsafe.issues.length > 0) throw invalid(unsafe.issues)
  return write(run.services, { now: createdAt }, async (context) => {
    const id = newId()
    const item = await createItem(context, collectionOf(context.schema, plan.slug), {
      data,
      slug,
      status: isPublic ? 'published' : 'draft',
      // Drafts may lack required values.
      incomplete: true,
      locale: ready.locale,
      origin: { id, updatedAt: createdAt, termIds: [] },
    })
    // It is moved to the trash now, by the clock that its time of creation is from.
    if (ready.state === 'trash') await trash({ ...context, now: await context.sharedNow() }, item)
    await storeOrigin(run, context, plan, { ...ready, id })
    const line: ImportOutcome = { ...base, ...reportedNotes(notes), outcome: 'created', item_id: id }
    await insertReports(context, [reportRow(run, line)])
    return id
  })
}

/** Stores the origin of a created comment, by which later runs recognise it. */
async function storeOrigin(
  run: Run,
  { db }: WriteContext,
  plan: CollectionPlan,
  { origin, threaded, id }: PreparedComment & { readonly id: string },
): Promise<void> {
  const row = {
    origin,
    site: run.site,
    kind: 'comment',
    source_id: threaded.comment.id.slice(0, 100),
    parent_source_id: '',
    collection: plan.slug,
    slug: null,
    item_id: id,
    is_made: 1,
    file_url: null,
    details: null,
    locale: null,
  }
  await insertOrigins(db, [{ row, addresses: [] }])
  // The insertion keeps a row of an earlier run, whose comment may have been deleted since.
  await updateOrigin(db, origin, { is_made: 1, item_id: id, collection: plan.slug })
}
