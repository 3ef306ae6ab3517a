import type { AuditRow } from '../core/audit-store.ts'
import { isCut } from '../core/facts.ts'
import { canonical, digestOf, type KeptValues } from '../core/replaced-values.ts'
import type { PartChange } from '../core/undoable.ts'

/**
 * The values that an entry has of a part of the site. Long values, which the log cuts, are complete in `before`. In
 * `after` they may be cut, because only their digests are kept.
 */
export interface PartEntry extends PartChange {
  /** whether a current value is still the one that the change set, so that nobody has edited it since */
  isAsChanged(name: string, value: unknown): boolean
}

/** Reads an entry; null if the log lacks values that undo needs, as in entries of older versions of the service. */
export function partEntryOf(entry: AuditRow): PartEntry | null {
  const before = factsOf(entry.facts_before)
  const after = factsOf(entry.facts_after)
  const keptValues = keptIn(entry.replaced)
  if (keptValues === null) return null
  // `made` is the time at which the part was created. Entries of older versions lack it, and other data that is needed
  // to create the part again.
  if (after === null && keptValues['made'] === undefined && before?.['made'] === undefined) return null
  const completeBefore = before && { ...before }
  // Of a value that the log cuts, the value before the change and a digest of the value after it are kept. `true` marks
  // a value that the facts of the entry have as a whole.
  for (const [name, keptValue] of Object.entries(keptValues)) {
    if (completeBefore === null || keptValue === true) continue
    const [formerValue] = keptValue
    completeBefore[name] = formerValue
  }
  // A value that is still cut here was not kept by an older version, or was removed later (`forgetReplaced`).
  if (completeBefore !== null && Object.values(completeBefore).some(isCut)) return null
  return {
    before: completeBefore,
    after,
    isAsChanged: (name, value) => {
      const keptValue = keptValues[name]
      if (keptValue !== undefined && keptValue !== true) {
        const [, newDigest] = keptValue
        return digestOf(canonical(value)) === newDigest
      }
      return canonical(value) === canonical(after?.[name])
    },
  }
}

type Kept = Extract<KeptValues, { both: unknown }>['both']

/**
 * The values that were kept with an entry, none if its facts are enough; null if they were too long to be kept. They
 * are under `both`, because a part of the site has no draft whose values could differ.
 */
function keptIn(text: string | null): Kept | null {
  if (text === null) return {}
  const parsed = JSON.parse(text) as { readonly both?: Kept } | null
  return parsed && (parsed.both ?? {})
}

function factsOf(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}
