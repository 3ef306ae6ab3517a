import { limits } from '@octavo/contract/limits'
import { changesInChange } from '../reading.ts'
import { factsWithoutHidden } from '../../content/hidden-items/facts.ts'
import type { AuditEntry } from '../../core/audit-trail.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { type Facts, factsText, onlyChanges } from '../../core/facts.ts'
import { rolledBack } from '../../platform/database/savepoints.ts'
import type { SetWithEntries } from './access.ts'
import { replay } from './replay.ts'

interface ChangeOfItem {
  collection: string
  id: string
  name: string
  isLive: boolean
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

interface Changes {
  changes: ChangeOfItem[]
  isComplete: boolean
}

const bounds = { longestValue: limits.dryRun.value, maxText: limits.dryRun.text }
const { changes: most } = limits.dryRun

/** What an applied set has changed, read from the audit log; one more change than are shown is read. */
export async function appliedChanges(context: ReadContext, changeId: string): Promise<Changes> {
  return shown(context, await changesInChange(context, changeId, most + 1))
}

/** The changes that a set would make. It runs the entries in the open transaction and rolls their writes back. */
export async function plannedChanges(context: WriteContext, { entries }: SetWithEntries): Promise<Changes> {
  const { trail } = await rolledBack(context.db, () => replay(context, entries))
  return shown(context, [...trail.entries].flatMap(changeOf))
}

/** The changes up to the limit, without references that the caller may not see. */
async function shown(context: ReadContext, all: readonly ChangeOfItem[]): Promise<Changes> {
  const changes: ChangeOfItem[] = []
  for (const change of all.slice(0, most)) {
    const { collection, before, after } = change
    changes.push({
      ...change,
      before: await factsWithoutHidden(context, collection, before),
      after: await factsWithoutHidden(context, collection, after),
    })
  }
  return { changes, isComplete: all.length <= most }
}

/** The change of an item that an entry of the audit log describes; none for other entries. */
function changeOf(entry: AuditEntry): ChangeOfItem[] {
  const { targetType, targetId: id, targetName, subject } = entry
  const difference = onlyChanges(entry)
  if (targetType !== 'content' || id === null || difference === null) return []
  return [
    {
      collection: subject.collection ?? '',
      id,
      name: targetName ?? id,
      isLive: subject.isLive === true,
      before: plain(difference.before),
      after: plain(difference.after),
    },
  ]
}

/** Facts as JSON data, with long values cut. */
function plain(facts: Facts | null): Record<string, unknown> | null {
  const text = factsText(facts, bounds)
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}
