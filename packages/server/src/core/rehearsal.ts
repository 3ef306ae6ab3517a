import type { DryRunReport } from '@octavo/contract/control-inputs'
import { limits } from '@octavo/contract/limits'
import type { AuditEntry } from './audit-trail.ts'
import type { WriteContext } from './context.ts'
import { type Facts, factsText, onlyChanges } from './facts.ts'
import type { Performance } from './run-handler.ts'
import { Encoded } from '../platform/encoded.ts'

declare module './context.ts' {
  interface Services {
    readonly consequenceFinders: readonly ConsequenceFinder[]
    /** reduces the recorded values of an item to those that the caller may see */
    readonly shownFacts: (
      context: WriteContext,
      collection: string | undefined,
      facts: Facts,
    ) => Promise<Facts>
  }
}

/** The part of a dry run's report besides the changes. */
export type Consequences = Omit<DryRunReport, 'changes' | 'isComplete'>

/**
 * Reads, before the work of a dry run, what it will affect; returns a function that reads the rest after it, or null if
 * there is nothing to report about such a call.
 */
export type ConsequenceFinder = (
  context: WriteContext,
  performance: Performance,
) => Promise<((changes: readonly AuditEntry[]) => Promise<Consequences>) | null>

/**
 * Runs the work of a dry run and reports its changes. The transaction of `context` must be rolled back afterwards.
 */
export async function rehearse(
  context: WriteContext,
  performance: Performance,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const readsAfterwards = []
  for (const find of context.services.consequenceFinders) {
    const readRest = await find(context, performance)
    if (readRest !== null) readsAfterwards.push(readRest)
  }
  const result = await work()
  const entries = [...context.auditTrail.entries]
  const consequences: Consequences = {}
  for (const readRest of readsAfterwards) Object.assign(consequences, await readRest(entries))
  return withReport(result, { ...(await reportOf(context, entries)), ...consequences })
}

const bounds = { longestValue: limits.dryRun.value, maxText: limits.dryRun.text }

async function reportOf(context: WriteContext, entries: readonly AuditEntry[]): Promise<DryRunReport> {
  const changes: DryRunReport['changes'] = []
  const { changes: most } = limits.dryRun
  for (const { action, targetType, targetId, targetName, before, after, subject } of entries) {
    const difference = onlyChanges({ before, after })
    if (difference === null) continue
    // One more than the limit is read, to tell whether the report is complete.
    if (changes.length > most) break
    const shown = async (facts: Facts | null): Promise<Record<string, unknown> | null> => {
      const truncated = plain(factsText(facts, bounds))
      return truncated === null ? null : context.services.shownFacts(context, subject.collection, truncated)
    }
    changes.push({
      action,
      targetType,
      targetId,
      targetName,
      before: await shown(difference.before),
      after: await shown(difference.after),
    })
  }
  return { changes: changes.slice(0, most), isComplete: changes.length <= most }
}

function plain(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}

function withReport(result: unknown, dryRun: DryRunReport): unknown {
  if (result instanceof Encoded) return result.withJson('dryRun', [Buffer.from(JSON.stringify(dryRun))])
  return { ...(result as object), dryRun }
}
