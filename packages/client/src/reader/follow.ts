import type { Followed, IncludePath } from './include.ts'
import type { Answer, Page } from './query.ts'
import type { FieldOf, SiteShape, Slug, View } from './site-shape.ts'

/** The members of an item that `follow` reads. */
interface FollowedItem {
  readonly authorId: string | null
  readonly data: object
  readonly terms?: Readonly<Record<string, readonly string[] | undefined>>
}

type Objects = Readonly<Record<string, unknown>>

/**
 * Finds the included objects that a path of `include` refers to, starting from an item of the answer: one object, or
 * a list if a field in the path has several values. Undefined if the item has no value; objects that the caller may
 * not see are absent. Sends no request, so the answer can come from a cache.
 */
export function follow<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends FieldOf<S, K>,
  Path extends IncludePath<S, K>,
  V extends View,
  Asked extends Path & (Field | `${Field}.${string}` | 'terms' | 'authorId'),
>(
  answer: Page<S, K, Field, Path, V> | Answer<S, K, Field, Path, V>,
  item: { readonly type: K; readonly data: object; readonly authorId: string | null },
  path: Asked,
): Followed<S, K, V, Asked>
export function follow(answer: { included?: unknown }, item: FollowedItem, path: string): unknown {
  const included = (answer.included ?? {}) as Readonly<Record<string, Objects | undefined>>
  if (path === 'authorId') return included['authors']?.[item.authorId ?? '']
  if (path !== 'terms')
    return path.split('.').reduce<unknown>((from, field) => referredTo(from, field, included), item)
  const ids = Object.values(item.terms ?? {}).flatMap((some) => some ?? [])
  return ids.flatMap((id) => included['terms']?.[id] ?? [])
}

/** Finds the included objects that a field of an item, or of each item of a list, refers to. */
function referredTo(
  from: unknown,
  field: string,
  included: Readonly<Record<string, Objects | undefined>>,
): unknown {
  if (Array.isArray(from)) return from.flatMap((one) => referredTo(one, field, included) ?? [])
  const value = ((from as FollowedItem | undefined)?.data as Objects | undefined)?.[field]
  const find = (target: unknown): unknown =>
    typeof target === 'string'
      ? included['items']?.[target]
      : included['media']?.[String((target as { id?: unknown } | undefined)?.id)]
  return Array.isArray(value) ? value.flatMap((target) => find(target) ?? []) : find(value)
}
