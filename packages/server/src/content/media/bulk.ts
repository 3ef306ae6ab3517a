import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import type { Issue } from '@octavo/contract/errors'
import type { MediaAction } from '@octavo/contract/operations/media-library'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { requirePermission, requireTokenRight } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { invalid, isRefusal, OctavoError } from '../../platform/errors.ts'
import { changeable, changeRecord, deleteRecord, type MediaChanges } from './changing.ts'
import { itemOf } from './item.ts'
import type { MediaRow } from './store.ts'

type Input = z.output<typeof operations.media.bulk.input>
type Output = z.input<typeof operations.media.bulk.output>

/** the input that each action needs; it refuses the others */
const keyOf = { move: 'folder', tag: 'tags', untag: 'tags', describe: 'alts', delete: null } as const
const keys = ['folder', 'tags', 'alts'] as const

/** Applies one action to many records; if one is refused, nothing changes. */
export async function changeMany(context: WriteContext, input: Input): Promise<Output> {
  refuseKeys(input)
  const isDeletion = input.action === 'delete'
  if (isDeletion) {
    requireTokenRight(context.caller, 'canDelete')
    // The operation itself requires only `media.editOwn`.
    requirePermission(context.caller, 'media.deleteOwn')
  }
  const end = performance.now() + limits.bulkTime
  const changed = new Map<string, MediaRow>()
  // In one order, so that two calls for the same records wait for each other and do not block each other.
  for (const id of input.ids.toSorted()) {
    if (performance.now() > end) throw late()
    await withItemId(id, async () => {
      const row = await changeable(context, id, isDeletion ? 'delete' : 'edit')
      if (isDeletion) await deleteRecord(context, row)
      else changed.set(id, await changeRecord(context, row, changesOf(input, row)))
    })
  }
  const items = input.ids.flatMap((id) => changed.get(id) ?? []).map((row) => itemOf(context, row))
  return { items, deleted: isDeletion ? input.ids : [] }
}

function refuseKeys(input: Input): void {
  const needed = keyOf[input.action]
  const issues = keys.flatMap((path): Issue[] => {
    const isGiven = input[path] !== undefined
    if (isGiven && path !== needed) return [{ path, message: `is not for the action "${input.action}"` }]
    if (!isGiven && path === needed) return [{ path, message: `is needed for the action "${input.action}"` }]
    return []
  })
  if (input.action === 'describe' && input.alts !== undefined)
    issues.push(...altIssues(input.ids, input.alts))
  if (issues.length > 0) throw invalid(issues)
}

/** Each record must have a text and each text a record; anything else is a mistake of the caller. */
function altIssues(ids: readonly string[], alts: Readonly<Record<string, unknown>>): Issue[] {
  const unknown = Object.keys(alts).filter((id) => !ids.includes(id))
  const missing = ids.filter((id) => !Object.hasOwn(alts, id))
  return [
    ...unknown.map((id) => ({ path: `alts.${id}`, message: 'is not among `ids`' })),
    ...missing.map((id) => ({ path: `alts.${id}`, message: 'is missing' })),
  ]
}

function changesOf({ action, folder, tags = [], alts = {} }: Input, row: MediaRow): MediaChanges {
  const changes: Record<Exclude<MediaAction, 'delete'>, () => MediaChanges> = {
    move: () => ({ folder }),
    tag: () => ({ tags: withTags(row, tags) }),
    untag: () => ({ tags: withoutTags(row, tags) }),
    describe: () => ({ alt: alts[row.id] }),
  }
  return action === 'delete' ? {} : changes[action]()
}

/** Existing tags of a record keep their spelling. */
function withTags(row: MediaRow, added: readonly string[]): string[] {
  const tags = JSON.parse(row.tags) as string[]
  const known = new Set(tags.map(foldCase))
  const all = [...tags, ...added.filter((tag) => !known.has(foldCase(tag)))]
  if (all.length <= limits.tags.ofFile) return all
  throw invalid([
    { path: 'tags', message: `would give "${row.filename}" more than ${limits.tags.ofFile} tags` },
  ])
}

function withoutTags(row: MediaRow, removed: readonly string[]): string[] {
  const folded = new Set(removed.map(foldCase))
  return (JSON.parse(row.tags) as string[]).filter((tag) => !folded.has(foldCase(tag)))
}

/** Adds to a refusal which record it is about. */
async function withItemId(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { code, message, details } = error
    throw new OctavoError(code, message, { details: { ...details, itemId: id }, cause: error })
  }
}

function late(): OctavoError {
  return new OctavoError('CONFLICT', 'Nothing changed: the call took too long. Call with fewer items.')
}
