import { limits } from '@octavo/contract/limits'
import { changesInChange } from '../changes/reading.ts'
import type { AuditEntry } from '../core/audit-trail.ts'
import type { ReadContext, WriteContext } from '../core/context.ts'
import { type Facts, factsText, onlyChanges } from '../core/facts.ts'
import { rolledBack } from '../platform/database/savepoints.ts'
import type { OpenSet } from './access.ts'
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

/** What a set would change in the open transaction, or what it has changed. */
export async function changesOf(
  context: ReadContext | WriteContext,
  { row, entries }: OpenSet,
): Promise<Changes> {
  if (row.change_id !== null) {
    const changes = await changesInChange(context, row.change_id, most + 1)
    return { changes: changes.slice(0, most), isComplete: changes.length <= most }
  }
  const { trail } = await rolledBack((context as WriteContext).db, () =>
    replay(context as WriteContext, entries),
  )
  const changes = [...trail.entries].flatMap(changeOf)
  return { changes: changes.slice(0, most), isComplete: changes.length <= most }
}

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

function plain(facts: Facts | null): Record<string, unknown> | null {
  const text = factsText(facts, bounds)
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}
