import type { AuditRow } from '../../core/audit-store.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { parseData } from '../../core/model/data.ts'
import { canonical, digestOf, type KeptValues } from '../../core/replaced-values.ts'
import { namedSlug, standing as standingOf, storedFacts } from './auditing.ts'
import type { Item } from './item.ts'
import { termsText, workingTerms } from './item-terms.ts'
import { workingData } from './saving.ts'
import { readColumnData } from './store.ts'
import { assignedIds } from './term-store.ts'

/** An item as undo reads it: its status, the values of its columns, and those that editors see. */
export interface State {
  readonly standing: Facts
  readonly columns: Facts
  readonly latest: Facts
}

/** The value of a part of an item before a change, and a test whether a value is the one after the change. */
export interface Replacement {
  readonly part: keyof State
  readonly name: string
  readonly before: unknown
  readonly isLeft: (value: unknown) => boolean
}

export async function stateOf(context: WriteContext, item: Item): Promise<State> {
  const { collection, row } = item
  const columns = parseData(await readColumnData(context, collection, row.id))
  const latest = parseData(await workingData(context, item))
  const { fields } = collection
  return {
    standing: standingOf({ ...row, slug: namedSlug(context, row) }),
    columns: { ...storedFacts(columns, fields), termIds: termsText(await assignedIds(context, row.id)) },
    latest: { ...storedFacts(latest, fields), termIds: termsText(await workingTerms(context, row)) },
  }
}

/** parts of the status that undo restores */
const restorable = new Set([
  'slug',
  'status',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'deletedAt',
  'draftSlug',
])

/** The replaced values that an entry stores; null if they are incomplete, as in entries of older versions. */
export function replacementsIn(entry: AuditRow): Replacement[] | null {
  const before = factsOf(entry.facts_before)
  const after = factsOf(entry.facts_after)
  const kept = entry.replaced === null ? {} : (JSON.parse(entry.replaced) as Partial<KeptByPart> | null)
  if (kept === null) return null
  const standing = Object.keys({ ...before, ...after })
    .filter((name) => restorable.has(name))
    .map((name) => replacement('standing', name, [before[name], exactly(after[name])]))
  const values = (['columns', 'latest'] as const).flatMap((part) =>
    Object.entries(kept.both ?? kept[part] ?? {}).map(([name, value]) =>
      value === true
        ? replacement(part, name, [before[name], exactly(after[name])])
        : replacement(part, name, [value[0], (now) => digestOf(canonical(now)) === value[1]]),
    ),
  )
  if (values.length > 0 || entry.facts_before === null) return [...standing, ...values]
  const saysMore = Object.keys(after).some((name) => name.startsWith('data.'))
  return saysMore ? null : standing
}

type KeptByPart = Record<'both' | 'columns' | 'latest', Extract<KeptValues, { both: unknown }>['both']>

/** The fields of a created item that were changed since. */
export function editedSince(entry: AuditRow, { columns, latest, standing }: State): string[] {
  const made = factsOf(entry.facts_after)
  const kept = new Map((replacementsIn(entry) ?? []).map((one) => [`${one.part} ${one.name}`, one.isLeft]))
  const isAsMade = (part: 'columns' | 'latest', name: string, value: unknown): boolean =>
    (kept.get(`${part} ${name}`) ?? exactly(made[name]))(value)
  const names = [...Object.keys(columns), ...Object.keys(latest)].filter((name) => name !== 'termIds')
  const fields = names.filter(
    (name) => !isAsMade('columns', name, columns[name]) || !isAsMade('latest', name, latest[name]),
  )
  const moved = ['slug', 'status'].filter((name) => canonical(standing[name]) !== canonical(made[name]))
  return [...new Set([...fields, ...moved])].map(shownName)
}

/** Whether a draft was pending before a change; as now, unless the entry states it. */
export function hadDraft(entry: AuditRow, { standing }: State): unknown {
  const before = factsOf(entry.facts_before)
  return 'hasPendingDraft' in before ? before['hasPendingDraft'] : standing['hasPendingDraft']
}

export function shownName(name: string): string {
  return name === 'termIds' ? 'terms' : name.replace(/^data\./, '')
}

function replacement(
  part: keyof State,
  name: string,
  [before, isLeft]: [unknown, Replacement['isLeft']],
): Replacement {
  return { part, name, before: before ?? null, isLeft }
}

function exactly(value: unknown): (now: unknown) => boolean {
  return (now) => canonical(now) === canonical(value)
}

function factsOf(text: string | null): Facts {
  return text === null ? {} : (JSON.parse(text) as Facts)
}
