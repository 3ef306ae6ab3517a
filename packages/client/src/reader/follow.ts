import type { Followed, IncludePath } from './include.ts'
import type { Answer, Page, Selectable } from './query.ts'
import type { SiteShape, Slug, View } from './site-shape.ts'

/** The members of an item that `follow` reads. */
interface FollowedItem {
  readonly authorId: string | null
  readonly translationGroup?: string
  readonly data: object
  readonly terms?: Readonly<Record<string, readonly string[] | undefined>>
}

/** The further members of an item that a path is read from; requests whose `fields` name members can leave them out. */
type ReadFor<Path> = Path extends 'translationGroup' ? { readonly translationGroup: string } : unknown

type Objects = Readonly<Record<string, unknown>>

/**
 * Finds the included objects that a path of `include` refers to, starting from an item of the answer: one object, or a
 * list if a field in the path has several values. Undefined if the item has no value; objects that the caller may not
 * see are absent. Sends no request, so the answer can come from a cache.
 *
 * Of `translationGroup` it throws if the request left the member out of `fields`, or the path out of `include`: an
 * empty list would look like an item without translations.
 *
 * `Asked` is the type of the path: it must be in `include` (`Path`), and begin with a field that was requested
 * (`Field`) or be one of the three keywords.
 */
export function follow<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K>,
  Path extends IncludePath<S, K>,
  V extends View,
  Asked extends Path & (Field | `${Field}.${string}` | 'terms' | 'authorId' | 'translationGroup'),
>(
  answer: Page<S, K, Field, Path, V> | Answer<S, K, Field, Path, V>,
  item: { readonly type: K; readonly data: object; readonly authorId: string | null } & ReadFor<Asked>,
  path: Asked,
): Followed<S, K, V, Asked>
export function follow(answer: { included?: unknown }, item: FollowedItem, path: string): unknown {
  const included = (answer.included ?? {}) as Readonly<Record<string, Objects | undefined>>
  if (path === 'authorId') return included['authors']?.[item.authorId ?? '']
  if (path === 'translationGroup') return translationsOf(item, included['translations'])
  if (path !== 'terms') return referredTo(item, path.split('.'), included)
  const ids = Object.values(item.terms ?? {}).flatMap((some) => some ?? [])
  return ids.flatMap((id) => included['terms']?.[id] ?? [])
}

function translationsOf({ translationGroup: group }: FollowedItem, translations?: Objects): unknown {
  if (group === undefined || translations === undefined)
    throw new Error(
      `follow(…, 'translationGroup') needs "translationGroup" in \`${group === undefined ? 'fields' : 'include'}\`.`,
    )
  return translations[group] ?? []
}

/** The end of a part of a path: an included object, or an entry of a structured field. */
interface Reached {
  readonly object?: unknown
  /** the values whose names can follow in the path */
  readonly values: Objects | undefined
  /** the kind of an entry, which a path names before the fields of the entry */
  readonly kind?: unknown
}

/** Finds the included objects at the end of a path. */
function referredTo(
  item: FollowedItem,
  path: readonly string[],
  included: Readonly<Record<string, Objects | undefined>>,
): unknown {
  let isMany = false
  const step = ({ values, kind }: Reached, name: string): Reached[] => {
    if (kind !== undefined) return kind === name ? [{ values }] : []
    const value = values?.[name]
    isMany ||= Array.isArray(value)
    return [value].flat().map((one) => reached(one, included))
  }
  const start: readonly Reached[] = [{ values: item.data as Objects | undefined }]
  const found = path
    .reduce((places, name) => places.flatMap((place) => step(place, name)), start)
    .flatMap(({ object }) => object ?? [])
  return isMany ? found : found[0]
}

function reached(value: unknown, included: Readonly<Record<string, Objects | undefined>>): Reached {
  if (typeof value === 'string') {
    const object = included['items']?.[value] as FollowedItem | undefined
    return { object, values: object?.data as Objects | undefined }
  }
  const entry = (value ?? {}) as Objects
  return { object: included['media']?.[String(entry['id'])], values: entry, kind: entry['_type'] }
}
