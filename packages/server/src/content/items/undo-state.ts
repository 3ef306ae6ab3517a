import type { AuditRow } from '../../core/audit-store.ts'
import type { WriteContext } from '../../core/context.ts'
import { type Facts, JsonText } from '../../core/facts.ts'
import { type Data, ownData, parseData } from '../../core/model/data.ts'
import { canonical, digestOf, type KeptValues } from '../../core/replaced-values.ts'
import { namedSlug, stateFacts, storedFacts } from './auditing.ts'
import type { Item } from './item.ts'
import { termsText, workingTerms } from './item-terms.ts'
import { workingData } from './saving.ts'
import { readColumnData } from './store.ts'
import { assignedIds } from './term-store.ts'

/**
 * The state of an item that an undo can restore, as facts of the audit log: the value of a field is named
 * `data.<slug>`, the terms `termIds`, as a text of ids. Values that are stored as JSON are `JsonText`.
 */
export interface State {
  /** slug, status and times */
  readonly properties: Facts
  /** the values and terms of its columns */
  readonly columns: Facts
  /** the values and terms that editors see: of a pending draft, or else of the columns */
  readonly latest: Facts
}

/**
 * A value that a change has replaced. `isUnchanged` tells whether the current value is still the one that the change
 * set.
 */
export interface Replacement {
  readonly part: keyof State
  readonly name: string
  readonly before: unknown
  readonly isUnchanged: (value: unknown) => boolean
}

/** The current state of an item, in the form of the states that the audit log has. */
export async function stateOf(context: WriteContext, item: Item): Promise<State> {
  const { collection, row } = item
  const columns = parseData(await readColumnData(context, collection, row.id))
  const latest = parseData(await workingData(context, item))
  const { fields } = collection
  return {
    // Not the temporary slug that an item can have while several items change together.
    properties: stateFacts({ ...row, slug: namedSlug(context, row) }),
    columns: { ...storedFacts(columns, fields), termIds: termsText(await assignedIds(context, row.id)) },
    latest: { ...storedFacts(latest, fields), termIds: termsText(await workingTerms(context, row)) },
  }
}

const dataPrefix = 'data.'

/** The values among the facts of a state, by the slugs of their fields. */
export function valuesIn(facts: Facts): Data {
  const entries = Object.entries(facts)
    .filter(([name, value]) => name.startsWith(dataPrefix) && value !== null)
    .map(([name, value]): [string, unknown] => [name.slice(dataPrefix.length), plainValue(value)])
  return ownData(Object.fromEntries(entries))
}

/** The value that a fact has as text, where it is stored as JSON; any other value as it is. */
export function plainValue(value: unknown): unknown {
  return value instanceof JsonText ? JSON.parse(value.text) : value
}

/** the properties that undo restores */
const restorable = new Set([
  'slug',
  'status',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'deletedAt',
  'draftSlug',
])

/**
 * The replaced values that an entry stores; null if they are incomplete. Properties are in the facts of the entry.
 * Values and terms are in `replaced`, in the form that `KeptValues` describes. They are incomplete if they were too
 * long to keep (the JSON text `null`), or if an older version has recorded the entry: then its facts name values, and
 * nothing is kept of them. Of a creation (`facts_before` is null), `replaced` has only the values that the facts
 * truncate, so it may be empty.
 */
export function replacementsIn(entry: AuditRow): Replacement[] | null {
  const before = factsOf(entry.facts_before)
  const after = factsOf(entry.facts_after)
  const stored = entry.replaced === null ? {} : (JSON.parse(entry.replaced) as Partial<ReplacedByPart> | null)
  if (stored === null) return null
  const properties = Object.keys({ ...before, ...after })
    .filter((name) => restorable.has(name))
    .map((name) => replacement('properties', name, [before[name], exactly(after[name])]))
  const values = (['columns', 'latest'] as const).flatMap((part) =>
    Object.entries(stored.both ?? stored[part] ?? {}).map(([name, value]) =>
      // `true`: the facts have the values. Else the value before, and the digest of the value after.
      value === true
        ? replacement(part, name, [before[name], exactly(after[name])])
        : replacement(part, name, [value[0], (now) => digestOf(canonical(now)) === value[1]]),
    ),
  )
  if (values.length > 0 || entry.facts_before === null) return [...properties, ...values]
  const hasOtherValues = Object.keys(after).some((name) => name.startsWith('data.'))
  return hasOtherValues ? null : properties
}

/** The replaced values of both parts together, or else of each part, by their names. */
type ReplacedByPart = Record<'both' | 'columns' | 'latest', Extract<KeptValues, { both: unknown }>['both']>

/**
 * The fields and properties of a created item that were changed since. The facts of its entry have what was created,
 * except the values that they truncate: of these `replaced` has a digest.
 */
export function editedSince(entry: AuditRow, { columns, latest, properties }: State): string[] {
  const created = factsOf(entry.facts_after)
  const stored = new Map(
    (replacementsIn(entry) ?? []).map((one) => [`${one.part} ${one.name}`, one.isUnchanged]),
  )
  const isAsCreated = (part: 'columns' | 'latest', name: string, value: unknown): boolean =>
    (stored.get(`${part} ${name}`) ?? exactly(created[name]))(value)
  // Terms are not compared: the entry of a creation has their slugs, not their ids.
  const names = [...Object.keys(columns), ...Object.keys(latest)].filter((name) => name !== 'termIds')
  const fields = names.filter(
    (name) => !isAsCreated('columns', name, columns[name]) || !isAsCreated('latest', name, latest[name]),
  )
  const changedProperties = ['slug', 'status'].filter(
    (name) => canonical(properties[name]) !== canonical(created[name]),
  )
  return [...new Set([...fields, ...changedProperties])].map(shownName)
}

/**
 * Whether the item had a pending draft before a change, as facts have it: true, or null. If the entry does not say so,
 * the change has not altered that.
 */
export function hadDraft(entry: AuditRow, { properties }: State): unknown {
  const before = factsOf(entry.facts_before)
  return 'hasPendingDraft' in before ? before['hasPendingDraft'] : properties['hasPendingDraft']
}

/** The name of a property in messages: a field by its slug, and `terms`. */
export function shownName(name: string): string {
  return name === 'termIds' ? 'terms' : name.replace(/^data\./, '')
}

function replacement(
  part: keyof State,
  name: string,
  [before, isUnchanged]: [unknown, Replacement['isUnchanged']],
): Replacement {
  return { part, name, before: before ?? null, isUnchanged }
}

function exactly(value: unknown): (now: unknown) => boolean {
  return (now) => canonical(now) === canonical(value)
}

function factsOf(text: string | null): Facts {
  return text === null ? {} : (JSON.parse(text) as Facts)
}
