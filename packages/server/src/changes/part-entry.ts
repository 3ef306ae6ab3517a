import type { AuditRow } from '../core/audit-store.ts'
import { isCut } from '../core/facts.ts'
import { canonical, digestOf, type KeptValues } from '../core/replaced-values.ts'
import type { PartChange } from '../core/undoable.ts'

/** The values that an entry has of a part of the site, complete however long they are. */
export interface PartEntry extends PartChange {
  /** whether a value is the one that the change left */
  isLeft(name: string, value: unknown): boolean
}

/** Reads an entry; null where too little was kept, as by older versions. */
export function partEntryOf(entry: AuditRow): PartEntry | null {
  const before = factsOf(entry.facts_before)
  const after = factsOf(entry.facts_after)
  const kept = keptIn(entry.replaced)
  if (kept === null) return null
  // Entries of older versions lack the data to create the part again.
  if (after === null && kept['made'] === undefined && before?.['made'] === undefined) return null
  const whole = before && { ...before }
  for (const [name, value] of Object.entries(kept))
    if (whole !== null && value !== true) whole[name] = value[0]
  if (whole !== null && Object.values(whole).some(isCut)) return null
  return {
    before: whole,
    after,
    isLeft: (name, value) => {
      const left = kept[name]
      if (left !== undefined && left !== true) return digestOf(canonical(value)) === left[1]
      return canonical(value) === canonical(after?.[name])
    },
  }
}

type Kept = Extract<KeptValues, { both: unknown }>['both']

function keptIn(text: string | null): Kept | null {
  if (text === null) return {}
  const kept = JSON.parse(text) as { readonly both?: Kept } | null
  return kept && (kept.both ?? {})
}

function factsOf(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}
