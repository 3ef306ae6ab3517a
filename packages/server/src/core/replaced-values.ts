import { hash } from 'node:crypto'
import { limits } from '@octavo/contract/limits'
import {
  type Difference,
  type Facts,
  isCut,
  JsonText,
  mergeDifferences,
  onlyChanges,
  textOf,
} from './facts.ts'

/**
 * The values of an item that a change replaced: those of its columns, and those that its editors see, which differ while a
 * draft is pending.
 */
export interface Replaced {
  readonly columns?: Difference | undefined
  readonly latest?: Difference | undefined
}

/** A value as it was, and the digest of what it became; true where the facts of the entry say both. */
export type KeptValue = true | readonly [before: unknown, after: string]
type Kept = Readonly<Record<string, KeptValue>>

/** The stored form. `both` is given where columns and editors' values changed alike; null: too long to keep. */
export type KeptValues = { readonly both: Kept } | { readonly columns: Kept; readonly latest: Kept }

export function mergeReplaced(earlier: Replaced = {}, later: Replaced = {}): Replaced {
  return {
    columns: mergeParts(earlier.columns, later.columns),
    latest: mergeParts(earlier.latest, later.latest),
  }
}

function mergeParts(earlier: Difference | undefined, later: Difference | undefined): Difference | undefined {
  return earlier === undefined || later === undefined ? (earlier ?? later) : mergeDifferences(earlier, later)
}

/** The JSON to store with an entry whose stored facts are given; null where there is nothing to add to them. */
export function keptText(
  { columns, latest }: Replaced,
  before: string | null,
  after: string | null,
): string | null {
  const facts = { before: parsed(before), after: parsed(after) }
  const keptOf = before === null ? cutOf : replacedOf
  const one = JSON.stringify(keptOf(columns, facts))
  // A new item has the same values in both.
  const other = latest === columns ? one : JSON.stringify(keptOf(latest, facts))
  if (one === '{}' && other === '{}') return null
  const text = one === other ? `{"both":${one}}` : `{"columns":${one},"latest":${other}}`
  // A longer change cannot be undone.
  return text.length > limits.changes.keptBytes ? 'null' : text
}

type StoredFacts = Readonly<{ before: Facts; after: Facts }>

/** The digests of values that the facts of a new item cut: they say all others. */
function cutOf(part: Difference | undefined, facts: StoredFacts): Kept {
  const after = part?.after ?? {}
  const cut = Object.entries(after).filter(([name]) => isCut(facts.after[name]))
  // The text of a new value was made from the value a moment ago: it is canonical.
  return Object.fromEntries(cut.map(([name, value]) => [name, [null, digestOf(textOf(value))] as const]))
}

function replacedOf(part: Difference | undefined, facts: StoredFacts): Kept {
  const difference = part && onlyChanges(part)
  if (difference === null || difference === undefined) return {}
  const { before, after } = difference
  const names = Object.keys({ ...before, ...after })
  const entries = names.map((name): [string, KeptValue] => {
    const [was, is] = [canonical(before?.[name]), canonical(after?.[name])]
    const isSaid = was === canonical(facts.before[name]) && is === canonical(facts.after[name])
    return [name, isSaid ? true : [JSON.parse(was), digestOf(is)]]
  })
  return Object.fromEntries(entries)
}

function parsed(text: string | null): Facts {
  return text === null ? {} : (JSON.parse(text) as Facts)
}

/** The same text for the same value, whether it was read or is about to be stored. */
export function canonical(value: unknown): string {
  if (value instanceof JsonText) return JSON.stringify(JSON.parse(value.text))
  return JSON.stringify(value ?? null)
}

/** A short digest: it tells later edits from the value, and no one gains by forging it. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
