import { hash } from 'node:crypto'
import { limits } from '@octavo/contract/limits'
import {
  type Difference,
  type Facts,
  JsonText,
  mergeDifferences,
  onlyChanges,
  type StoredFacts,
  textOf,
} from './facts.ts'

/**
 * The values of an item that a change replaced: those of its columns, and those that its editors see, which differ
 * while a draft is pending.
 */
export interface Replaced {
  readonly columns?: Difference | undefined
  readonly latest?: Difference | undefined
}

/**
 * What is stored of a value: the former value and the digest of the new one; or true if the facts of the entry contain
 * both values as they are.
 */
export type KeptValue = true | readonly [before: unknown, after: string]
/** name of a fact, such as `data.title` or `termIds` → what is kept of it */
type Kept = Readonly<Record<string, KeptValue>>

/**
 * The stored form, in the column `replaced` of an audit entry. `both` is used if columns and editors' values changed
 * equally. A column without a value (NULL) says that the facts of the entry are enough; the JSON text `null`, that the
 * values are too long to keep, so that the change cannot be undone.
 */
export type KeptValues = { readonly both: Kept } | { readonly columns: Kept; readonly latest: Kept }

/** The values that two changes of the same thing replaced together, the earlier change first. */
export function mergeReplaced(earlier: Replaced = {}, later: Replaced = {}): Replaced {
  return {
    columns: mergeParts(earlier.columns, later.columns),
    latest: mergeParts(earlier.latest, later.latest),
  }
}

function mergeParts(earlier: Difference | undefined, later: Difference | undefined): Difference | undefined {
  return earlier === undefined || later === undefined ? (earlier ?? later) : mergeDifferences(earlier, later)
}

/** The facts of an entry, and which of them are truncated in the stored form. */
export interface RecordedFacts {
  readonly difference: Difference
  readonly before: StoredFacts | null
  readonly after: StoredFacts | null
}

/**
 * The JSON to store with an entry; null where there is nothing to add to its facts. The text `null` is different: the
 * values are too long to keep.
 */
export function keptText({ columns, latest }: Replaced, facts: RecordedFacts): string | null {
  // Without `before` the change is a creation, which replaces no values.
  const keptOf = facts.before === null ? digestsOfCut : replacedOf
  const columnsText = JSON.stringify(keptOf(columns, facts))
  // The same object in both, for a new item, one without a draft, or a part of the site, is converted only once.
  const latestText = latest === columns ? columnsText : JSON.stringify(keptOf(latest, facts))
  if (columnsText === '{}' && latestText === '{}') return null
  const text =
    columnsText === latestText
      ? `{"both":${columnsText}}`
      : `{"columns":${columnsText},"latest":${latestText}}`
  return text.length > limits.changes.keptBytes ? 'null' : text
}

/** The digests of values that are truncated in the facts of a new item; the facts contain all other values. */
function digestsOfCut(part: Difference | undefined, facts: RecordedFacts): Kept {
  const after = part?.after ?? {}
  const cut = Object.entries(after).filter(([name]) => facts.after?.cut.has(name) === true)
  // The text of a new value was just serialized, so it is canonical.
  return Object.fromEntries(cut.map(([name, value]) => [name, [null, digestOf(textOf(value))] as const]))
}

/**
 * What is kept of each value that one part, the columns or the editors' values, replaced. The facts of the entry have
 * the values of one of them only, truncated if they are long, so each value is compared with them.
 */
function replacedOf(part: Difference | undefined, recorded: RecordedFacts): Kept {
  const difference = part && onlyChanges(part)
  if (difference === null || difference === undefined) return {}
  const { before, after } = difference
  const { difference: facts } = recorded
  const names = Object.keys({ ...before, ...after })
  const entries = names.map((name): [string, KeptValue] => {
    const isCut = recorded.before?.cut.has(name) === true || recorded.after?.cut.has(name) === true
    const [was, is] = [canonical(before?.[name]), canonical(after?.[name])]
    const isRecorded =
      !isCut && was === canonicalOf(facts.before, name) && is === canonicalOf(facts.after, name)
    return [name, isRecorded ? true : [JSON.parse(was), digestOf(is)]]
  })
  return Object.fromEntries(entries)
}

function canonicalOf(facts: Facts | null, name: string): string {
  return canonical(facts?.[name])
}

/** A canonical text: equal for a value that was read and for one that is about to be stored. */
export function canonical(value: unknown): string {
  if (value instanceof JsonText) return JSON.stringify(JSON.parse(value.text))
  return JSON.stringify(value ?? null)
}

/** A short digest that detects later edits of the value; forging it would gain nothing. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
