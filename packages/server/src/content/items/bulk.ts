import { limits } from '@octavo/contract/limits'
import type { BulkAction, BulkResult } from '@octavo/contract/operations/content-bulk'
import type { Issue } from '@octavo/contract/errors'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { requireTokenRight } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { attemptPart } from '../../core/parts.ts'
import { invalid, OctavoError } from '../../platform/errors.ts'
import { type BulkInput, targetsOf } from './bulk-targets.ts'
import { applyEdits } from './editing.ts'
import { checkExpected, noticeOtherChanges } from './expected-changes.ts'
import {
  checkRev,
  currentRev,
  requirePublish,
  isPublishedWithDraft,
  type Item,
  openItem,
  requireEdit,
} from './item.ts'
import {
  areSameTerms,
  changedTerms,
  livingTerms,
  parseTerms,
  type TermChanges,
  workingTerms,
} from './item-terms.ts'
import { save } from './saving.ts'
import { schedule } from './scheduling.ts'
import { namedTerms } from './term-store.ts'
import { publish, trash, unpublish } from './transitions.ts'
import { applyUpdate } from './updating.ts'

type Output = z.input<typeof operations.content.bulk.output>

type Key =
  | 'data'
  | 'incomplete'
  | 'field'
  | 'edits'
  | 'terms'
  | 'scheduledAt'
  | 'unpublishAt'
  | 'expectChanged'

interface ActionKeys {
  readonly takes: readonly Key[]
  /** required keys */
  readonly needs?: readonly Key[]
  /** at least one of these keys is required */
  readonly needsOneOf?: readonly [Key, Key]
}

/** The keys of the input that each action takes. */
const keysOf: Record<BulkAction, ActionKeys> = {
  update: { takes: ['data', 'terms', 'incomplete'], needsOneOf: ['data', 'terms'] },
  edit: { takes: ['field', 'edits'], needs: ['edits'] },
  addTerms: { takes: ['terms'], needs: ['terms'] },
  removeTerms: { takes: ['terms'], needs: ['terms'] },
  setTerms: { takes: ['terms'], needs: ['terms'] },
  publish: { takes: ['expectChanged'] },
  unpublish: { takes: ['expectChanged'] },
  schedule: {
    takes: ['scheduledAt', 'unpublishAt', 'expectChanged'],
    needsOneOf: ['scheduledAt', 'unpublishAt'],
  },
  delete: { takes: ['expectChanged'] },
}
const keys = [...new Set(Object.values(keysOf).flatMap(({ takes }) => takes))]

/** Applies one action to many items in one transaction; a refused item stays unchanged. */
export async function changeMany(context: WriteContext, input: BulkInput): Promise<Output> {
  refuseKeys(input)
  const collection = collectionOf(context.schema, input.collection)
  if (input.action === 'delete') requireTokenRight(context.caller, 'canDelete')
  const terms = await parseTerms(context, collection, input.terms)
  if (terms.issues.length > 0) throw invalid(terms.issues)
  const { ids, nextCursor } = await targetsOf(context, collection, input)
  const end = performance.now() + limits.bulkTime
  const results = new Map<string, BulkResult>()
  // In the order of the ids, so that two calls that lock the same items cannot deadlock.
  for (const id of ids.toSorted()) {
    const isLate = performance.now() > end
    const tried = isLate
      ? notTried
      : await changeOne(context, collection, id, { input, terms: terms.changes })
    results.set(id, 'error' in tried ? failed(context, id, tried.error) : tried.result)
  }
  const inOrder = ids.flatMap((id) => results.get(id) ?? [])
  const done = inOrder.filter(({ isDone }) => isDone).length
  return {
    results: inOrder,
    done,
    failed: inOrder.length - done,
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/** Throws VALIDATION_ERROR unless the input has the keys that its action needs, and no keys of other actions. */
function refuseKeys(input: BulkInput): void {
  const { takes, needs = [], needsOneOf } = keysOf[input.action]
  const issues = keys.flatMap((path): Issue[] => {
    const isGiven = input[path] !== undefined
    if (isGiven && !takes.includes(path))
      return [{ path, message: `is not for the action "${input.action}"` }]
    if (!isGiven && needs.includes(path))
      return [{ path, message: `is needed for the action "${input.action}"` }]
    return []
  })
  if (needsOneOf?.every((path) => input[path] === undefined) === true)
    issues.push({ path: needsOneOf[0], message: `is needed, or ${needsOneOf[1]}` })
  issues.push(...revIssues(input))
  if (issues.length > 0) throw invalid(issues)
}

/** A version in `revs` for a name that is not in `ids` would never be compared, so it is refused. */
function revIssues({ ids, revs = {} }: BulkInput): Issue[] {
  if (ids === undefined) return []
  return Object.keys(revs)
    .filter((id) => !ids.includes(id))
    .map((id) => ({ path: `revs.${id}`, message: 'is not among `ids`' }))
}

type Attempt = { readonly result: BulkResult } | { readonly error: OctavoError }

/** The call, with its terms resolved. */
interface BulkCall {
  readonly input: BulkInput
  readonly terms: TermChanges | undefined
}

async function changeOne(
  context: WriteContext,
  collection: CollectionModel,
  id: string,
  call: BulkCall,
): Promise<Attempt> {
  return attemptPart(context, async (part) => {
    const item = await openItem(part, { collection, id, locale: undefined })
    // `revs` has names of the caller as keys, which can equal inherited members.
    const { action, revs = {}, expectChanged } = call.input
    const { requireRight, run } = actions[action]
    requireRight(part, item)
    checkRev(part, item, Object.hasOwn(revs, id) ? revs[id] : undefined)
    await checkExpected(part, item, expectChanged)
    const saved = await run(part, item, call)
    return resultOf(saved, part.notices)
  })
}

function resultOf(item: Item, notices: readonly string[]): BulkResult {
  const { row } = item
  return {
    id: row.id,
    slug: row.draft_slug ?? row.slug,
    isDone: true,
    status: row.status,
    hasPendingDraft: row.draft_revision_id !== null,
    _rev: currentRev(item),
    ...(notices.length > 0 && { notice: notices.join(' ') }),
  }
}

/** The result of an item that was refused. In a later run of a change-set's entry it refuses the whole entry. */
function failed({ setWork }: WriteContext, id: string, error: OctavoError): BulkResult {
  const { code, message, details } = error
  if (setWork?.isRepeated === true)
    throw new OctavoError(code, message, { details: { ...details, itemId: id }, cause: error })
  return { id, isDone: false, error: { code, message, ...(details !== undefined && { details }) } }
}

/** for the items that the time of the call did not suffice for */
const notTried = {
  error: new OctavoError('CONFLICT', 'was not tried: the call took too long. Call again with it.'),
}

interface Action {
  /** throws unless the caller has the rights for this item */
  readonly requireRight: (context: WriteContext, item: Item) => void
  readonly run: (context: WriteContext, item: Item, call: BulkCall) => Promise<Item>
}

const actions: Record<BulkAction, Action> = {
  update: {
    requireRight: requireEdit,
    run: (context, item, { input: { data, terms, incomplete } }) =>
      applyUpdate(context, item, { data, terms, incomplete }),
  },
  edit: {
    requireRight: requireEdit,
    run: async (context, item, { input: { field, edits = [] } }) =>
      (await applyEdits(context, item, { field, edits })).saved,
  },
  addTerms: withTerms((before, given) => [...before, ...given]),
  removeTerms: withTerms((before, given) => before.filter((id) => !given.includes(id))),
  setTerms: {
    requireRight: requireEdit,
    run: async (context, item, { terms }) =>
      saveTerms(context, item, await changedTerms(context, item.row, terms)),
  },
  publish: {
    requireRight: requirePublish,
    run: async (context, item, { input: { expectChanged } }) => {
      if (expectChanged === undefined && isPublishedWithDraft(item)) await noticeOtherChanges(context, item)
      return publish(context, item)
    },
  },
  unpublish: { requireRight: requirePublish, run: (context, item) => unpublish(context, item) },
  schedule: {
    requireRight: requirePublish,
    run: (context, item, { input: { scheduledAt, unpublishAt } }) =>
      schedule(context, item, { scheduledAt, unpublishAt }),
  },
  delete: { requireRight: requireEdit, run: trash },
}

/** An action that changes the terms of an item to those that `termsAfter` returns. */
function withTerms(
  termsAfter: (before: readonly string[], given: readonly string[]) => readonly string[],
): Action {
  return {
    requireRight: requireEdit,
    run: async (context, item, { terms }) => {
      const before = await livingTerms(context, await workingTerms(context, item.row))
      const after = termsAfter(before, terms?.termIds ?? [])
      if (areSameTerms(before, after)) return item
      if (after.length > before.length) await refuseManyTerms(context, after)
      return saveTerms(context, item, after)
    },
  }
}

/** An item may have as many terms of a taxonomy as one request can name; `setTerms` can never name more. */
async function refuseManyTerms(context: WriteContext, ids: readonly string[]): Promise<void> {
  const most = limits.termsOfItem
  if (ids.length <= most) return
  const byTaxonomy = Map.groupBy(await namedTerms(context, [...new Set(ids)]), ({ taxonomy }) => taxonomy)
  const issues = [...byTaxonomy].flatMap(([name, { length }]): Issue[] =>
    length <= most
      ? []
      : [{ path: `terms.${name}`, message: `would be ${length} terms; at most ${most} are possible` }],
  )
  if (issues.length > 0) throw invalid(issues)
}

function saveTerms(context: WriteContext, item: Item, terms: readonly string[] | undefined): Promise<Item> {
  return save(context, item, { values: new Map(), slug: undefined, terms })
}
