import { limits } from '@octavo/contract/limits'
import type { BulkAction, BulkResult } from '@octavo/contract/operations/content-bulk'
import type { Issue } from '@octavo/contract/errors'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { requireTokenRight } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { attemptPart } from '../../core/parts.ts'
import { invalid, type OctavoError } from '../../platform/errors.ts'
import { type BulkInput, targetsOf } from './bulk-targets.ts'
import { applyEdits } from './editing.ts'
import { checkExpected, noticeUnnamed } from './expected-changes.ts'
import {
  checkRev,
  currentRev,
  demandPublish,
  hasPendingDraft,
  type Item,
  openItem,
  requireEdit,
} from './item.ts'
import { areSameTerms, parseTerms, type TermChanges, workingTerms } from './item-terms.ts'
import { save } from './saving.ts'
import { schedule } from './scheduling.ts'
import { publish, trash, unpublish } from './transitions.ts'
import { applyUpdate } from './updating.ts'

type Output = z.input<typeof operations.content.bulk.output>

interface ActionKeys {
  readonly takes: readonly Key[]
  /** those that it needs */
  readonly needs?: readonly Key[]
  /** those of which it needs one at least */
  readonly needsOneOf?: readonly [Key, Key]
}

/** The keys of the input that each action takes. */
const keysOf: Record<BulkAction, ActionKeys> = {
  update: { takes: ['data', 'terms'], needsOneOf: ['data', 'terms'] },
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
const keys = ['data', 'field', 'edits', 'terms', 'scheduledAt', 'unpublishAt', 'expectChanged'] as const
type Key = (typeof keys)[number]

/** Does the same to many items in one transaction; an item that is refused stays as it is. */
export async function changeMany(context: WriteContext, input: BulkInput): Promise<Output> {
  refuseKeys(input)
  const collection = collectionOf(context.schema, input.collection)
  if (input.action === 'delete') requireTokenRight(context.caller, 'canDelete')
  const terms = await parseTerms(context, collection, input.terms)
  if (terms.issues.length > 0) throw invalid(terms.issues)
  const { ids, nextCursor } = await targetsOf(context, collection, input)
  const end = performance.now() + limits.bulkTime
  const results = new Map<string, BulkResult>()
  // In one order, so that two calls for the same items wait for each other and do not block each other.
  for (const id of ids.toSorted()) {
    const isLate = performance.now() > end
    results.set(
      id,
      isLate ? late(id) : await changeOne(context, collection, id, { input, terms: terms.changes }),
    )
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
  if (issues.length > 0) throw invalid(issues)
}

interface Wanted {
  readonly input: BulkInput
  readonly terms: TermChanges | undefined
}

async function changeOne(
  context: WriteContext,
  collection: CollectionModel,
  id: string,
  wanted: Wanted,
): Promise<BulkResult> {
  const revs = new Map(Object.entries(wanted.input.revs ?? {}))
  const tried = await attemptPart(context, async (part) => {
    const item = await openItem(part, { collection, id, locale: undefined })
    checkRev(part, item, revs.get(id))
    const saved = await actions[wanted.input.action](part, item, wanted)
    return resultOf(saved, part.notices)
  })
  return 'error' in tried ? failed(id, tried.error) : tried.result
}

function resultOf(item: Item, notices: readonly string[]): BulkResult {
  const { row } = item
  return {
    id: row.id,
    slug: row.draft_slug ?? row.slug,
    isDone: true,
    status: row.status,
    hasPendingDraft: hasPendingDraft(item),
    _rev: currentRev(item),
    ...(notices.length > 0 && { notice: notices.join(' ') }),
  }
}

function failed(id: string, { code, message }: Pick<OctavoError, 'code' | 'message'>): BulkResult {
  return { id, isDone: false, error: { code, message } }
}

function late(id: string): BulkResult {
  return failed(id, {
    code: 'CONFLICT',
    message: 'was not tried: the call took too long. Call again with it.',
  })
}

type Action = (context: WriteContext, item: Item, wanted: Wanted) => Promise<Item>

const actions: Record<BulkAction, Action> = {
  update: (context, item, { input: { data, terms } }) => {
    requireEdit(context, item)
    return applyUpdate(context, item, { data, terms })
  },
  edit: async (context, item, { input: { field, edits = [] } }) => {
    requireEdit(context, item)
    return (await applyEdits(context, item, { field, edits })).saved
  },
  addTerms: (context, item, { terms }) =>
    withTerms(context, item, (before) => [...before, ...(terms?.termIds ?? [])]),
  removeTerms: (context, item, { terms }) =>
    withTerms(context, item, (before) => before.filter((id) => terms?.termIds.includes(id) !== true)),
  setTerms: (context, item, { input: { terms } }) => {
    requireEdit(context, item)
    return applyUpdate(context, item, { terms })
  },
  publish: async (context, item, { input: { expectChanged } }) => {
    demandPublish(context, item)
    await checkExpected(context, item, expectChanged)
    if (expectChanged === undefined && hasPendingDraft(item)) await noticeUnnamed(context, item)
    return publish(context, item)
  },
  unpublish: async (context, item, { input: { expectChanged } }) => {
    demandPublish(context, item)
    await checkExpected(context, item, expectChanged)
    return unpublish(context, item)
  },
  schedule: async (context, item, { input: { scheduledAt, unpublishAt, expectChanged } }) => {
    demandPublish(context, item)
    await checkExpected(context, item, expectChanged)
    return schedule(context, item, { scheduledAt, unpublishAt })
  },
  delete: async (context, item, { input: { expectChanged } }) => {
    requireEdit(context, item)
    await checkExpected(context, item, expectChanged)
    return trash(context, item)
  },
}

async function withTerms(
  context: WriteContext,
  item: Item,
  termsAfter: (before: readonly string[]) => readonly string[],
): Promise<Item> {
  requireEdit(context, item)
  const before = await workingTerms(context, item.row)
  const terms = termsAfter(before)
  if (areSameTerms(before, terms)) return item
  return save(context, item, { values: new Map(), slug: undefined, terms })
}
