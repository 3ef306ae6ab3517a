import { partDifference } from '../part-difference.ts'

/** Which of two versions is shown: `removed` is the older one, `added` the newer one. */
export type Side = 'removed' | 'added'

/** A pair of aligned parts; with only `before` it was removed, with only `after` added. */
export interface Aligned<Value> {
  readonly before: Value | null
  readonly after: Value | null
  readonly isSame: boolean
}

/**
 * Aligns two lists: pairs equal values and, between these, values with the same key, or else neighbours of the same
 * type.
 */
export function align<Value>(before: readonly Value[], after: readonly Value[]): readonly Aligned<Value>[] {
  const [old, now] = [before, after].map((values) => values.map((value) => ({ value, text: textOf(value) })))
  const result: Aligned<Value>[] = []
  let removed: Value[] = []
  let added: Value[] = []
  let [oldPlace, newPlace] = [0, 0]
  // Pairs what was removed and added since the last equal value.
  const pairPending = (): void => {
    result.push(...pairReplacements(removed, added))
    removed = []
    added = []
  }
  for (const { kind } of partDifference((old ?? []).map(asPart), (now ?? []).map(asPart))) {
    const [one, other] = [old?.[oldPlace]?.value, now?.[newPlace]?.value]
    if (kind !== 'added') oldPlace++
    if (kind !== 'removed') newPlace++
    if (kind === 'removed' && one !== undefined) removed.push(one)
    else if (kind === 'added' && other !== undefined) added.push(other)
    else if (one !== undefined && other !== undefined) {
      pairPending()
      result.push({ before: one, after: other, isSame: true })
    }
  }
  pairPending()
  return result
}

/** A value as a part of a text, so that `partDifference` compares lists of values. */
function asPart({ text }: { readonly text: string }) {
  return { kind: 'text', key: text, text } as const
}

/** The content of a value as text, without its keys: they differ without a visible difference. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => (name === '_key' ? undefined : part))
}

/**
 * Pairs what was removed with what was added in its place. Both stay in their order: added values before the partner of
 * a removed one come before that pair.
 */
function pairReplacements<Value>(
  removed: readonly Value[],
  added: readonly Value[],
): readonly Aligned<Value>[] {
  const result: Aligned<Value>[] = []
  let next = 0
  for (const [index, before] of removed.entries()) {
    const found = partnerOf(removed, index, added, next)
    if (found < 0) result.push({ before, after: null, isSame: false })
    else {
      result.push(...added.slice(next, found).map(asAdded))
      result.push({ before, after: added[found] ?? null, isSame: false })
      next = found + 1
    }
  }
  return [...result, ...added.slice(next).map(asAdded)]
}

function asAdded<Value>(after: Value): Aligned<Value> {
  return { before: null, after, isSame: false }
}

/**
 * The position of the replacement for a removed value, from the position `from` on; -1 if it has none. It is the added
 * value with the same key. Otherwise it is the next added value, if that has the same type, and if no later removed
 * value has its key.
 */
function partnerOf<Value>(
  removed: readonly Value[],
  index: number,
  added: readonly Value[],
  from: number,
): number {
  const key = keyOf(removed[index])
  const sameKey =
    key === undefined ? -1 : added.findIndex((value, place) => place >= from && keyOf(value) === key)
  if (sameKey >= 0) return sameKey
  const claimed = new Set(removed.slice(index + 1).map(keyOf))
  const next = added[from]
  const isFree = next !== undefined && (keyOf(next) === undefined || !claimed.has(keyOf(next)))
  return isFree && typeOf(next) === typeOf(removed[index]) ? from : -1
}

function keyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { _key?: unknown })._key : undefined
}

function typeOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { _type?: unknown })._type : undefined
}
