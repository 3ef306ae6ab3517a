import type { ReadContext } from '../../core/context.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { invalid } from '../../platform/errors.ts'
import { unseenInValue } from '../hidden-items/hiding.ts'
import { type Names, parseWhere } from './parse.ts'
import { findTermIds } from './terms-store.ts'
import { type Filter, type Group, isGroup, type Predicate } from './where.ts'

/** Gives the ids of terms that are named by slug or id; see `findTermIds`. */
export type FindTermIds = (taxonomyId: string, names: readonly string[]) => Promise<string[]>

interface LookUp {
  readonly context: ReadContext
  readonly termIds: FindTermIds
}

/** The filter of a request, checked, with the ids of the terms that it means; VALIDATION_ERROR names all problems. */
export async function readWhere(
  context: ReadContext,
  given: object,
  names: Names,
  termIds: FindTermIds = (taxonomyId, named) => findTermIds(context, taxonomyId, named),
): Promise<Filter> {
  const { where, issues } = parseWhere(given, names)
  if (issues.length > 0) throw invalid(issues)
  // Computed before the terms are looked up, so that cursors stay valid when a term is added below one of them.
  return { name: JSON.stringify(where, comparable), group: await withTermIds({ context, termIds }, where) }
}

/** A field is identified by its id; paths of the request are not part of the identity of a filter. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'path') return undefined
  return key === 'field' ? (value as FieldModel).definition.id : value
}

async function withTermIds(look: LookUp, { join, members }: Group): Promise<Group> {
  const resolved: (Group | Predicate)[] = []
  for (const member of members)
    resolved.push(isGroup(member) ? await withTermIds(look, member) : await withIds(look, member))
  return { join, members: resolved }
}

async function withIds({ context, termIds }: LookUp, predicate: Predicate): Promise<Predicate> {
  const { key, operator, values } = predicate
  if (operator === 'exists') return predicate
  // A reference whose targets the caller sees only in part.
  if (key.of === 'field' && key.field.partlySeen !== undefined) return withSeenIds(context, predicate)
  if (key.of !== 'terms') return predicate
  return { ...predicate, values: await termIds(key.taxonomyId, values.map(String)) }
}

/** an id that no item has: `eq` and `in` find nothing with it, `ne` and `notIn` leave nothing out */
const noId = ''

/**
 * A reference to an item that the caller does not see has no value for them. An unknown id is treated like that of a
 * hidden item, so that an answer does not tell the two apart.
 */
async function withSeenIds(context: ReadContext, predicate: Predicate): Promise<Predicate> {
  const { hidden, unknown } = await unseenInValue(context, predicate.values)
  if (hidden.size === 0 && unknown.size === 0) return predicate
  const seen = predicate.values.filter((id) => !hidden.has(String(id)) && !unknown.has(String(id)))
  return { ...predicate, values: seen.length === 0 ? [noId] : seen }
}
