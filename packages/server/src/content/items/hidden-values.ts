import type { Issue } from '@octavo/contract/errors'
import type { WriteContext } from '../../core/context.ts'
import type { Data } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { leavesOf } from '../../core/model/structure.ts'
import { isClosed } from '../../core/model/visible-fields.ts'
import { invalid } from '../../platform/errors.ts'
import { hiddenInValue, seesAll, shownValue, unseenInValue } from '../hidden-items/hiding.ts'
import { noneUnseen, type Unseen } from '../hidden-items/place-cache.ts'
import { hasSameValues } from './sameness.ts'
import type { Values } from './values.ts'

/** one message for items that do not exist and for hidden ones, so that it does not reveal hidden items */
export const noSuchItem = 'refers to an item that does not exist'

/**
 * Values from a caller with limits. They lack the references that answers hid from the caller, so these references
 * are restored from the stored value. Throws VALIDATION_ERROR if their place is ambiguous, as in a changed text.
 */
export async function withHidden(
  context: WriteContext,
  values: Values,
  stored: () => Promise<Data>,
): Promise<Values> {
  if (seesAll(context) || values.size === 0) return values
  const before = await stored()
  const restored = new Map(values)
  const issues: Issue[] = []
  for (const [field, value] of values) {
    const old = before[field.slug]
    const lost = await lostFrom(context, old, value)
    if (lost.hidden.size === 0 && lost.unknown.size === 0) continue
    // The value as answers show it means no change.
    if (isSame(field, shownValue(field, old, lost), value)) restored.delete(field)
    // Only unknown ids are missing, and nothing is lost with them.
    else if (lost.hidden.size === 0) continue
    // In a changed text the places of the hidden references are not known any more.
    else if (field.type.name !== 'reference') issues.push(notSeen(field))
    // They are added to a list. A single reference has one place, which the given value takes.
    else if (Array.isArray(value)) restored.set(field, [...(value as string[]), ...lost.hidden])
  }
  if (issues.length > 0) throw invalid(issues)
  return restored
}

/**
 * The ids that answers hide from the caller, and that the stored value has and the next one does not: `hidden` are
 * those of items that the caller does not see, `unknown` those that no item has.
 */
async function lostFrom(context: WriteContext, old: unknown, next: unknown): Promise<Unseen> {
  const { hidden, unknown } = await unseenInValue(context, old)
  if (hidden.size === 0 && unknown.size === 0) return noneUnseen
  const named = await unseenInValue(context, next)
  return { hidden: without(hidden, named.hidden), unknown: without(unknown, named.unknown) }
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !others.has(id)))
}

function isSame(field: FieldModel, shown: unknown, value: unknown): boolean {
  return hasSameValues([field], { [field.slug]: shown ?? null }, { [field.slug]: value })
}

function notSeen({ slug }: FieldModel): Issue {
  return {
    path: `data.${slug}`,
    message: 'refers to items that this token does not see, so only one that sees them can change it',
  }
}

/**
 * Refuses references in given values to items that the caller does not see, even where they are stored already: to
 * accept one would confirm a guess.
 */
export async function refuseHiddenReferences(
  context: WriteContext,
  { field: fields, shownField }: CollectionModel,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (seesAll(context)) return
  const hidden = await hiddenInValue(context, data)
  const issues = Object.entries(data).flatMap(([slug, value]) => {
    const [field, shown] = [fields.get(slug), shownField.get(slug)]
    if (field === undefined || shown === undefined || value === null) return []
    const path = `data.${slug}`
    // A closed field refers to a collection of which the caller sees nothing.
    if (isClosed(shown)) return [{ path, message: noSuchItem }]
    return leavesOf(field, value, path)
      .filter((leaf) => leaf.field.type.name === 'reference')
      .flatMap(({ path: at, value: given }) =>
        [given].flat().some((id) => hidden.has(String(id))) ? [{ path: at, message: noSuchItem }] : [],
      )
  })
  if (issues.length > 0) throw invalid(issues)
}
