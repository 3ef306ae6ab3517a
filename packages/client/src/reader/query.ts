import type { IncludePath, Included } from './include.ts'
import type { FieldOf, KindsOf, SiteShape, Slug, View, WholeItem } from './site-shape.ts'
import type { Where } from './where.ts'

/** The parameters and the answers of the requests of a collection. */

export interface ItemQuery<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K>,
  Path extends IncludePath<S, K>,
  V extends View,
> {
  /**
   * the fields that `data` has, all by default; where members of items are named too, items have only these and `id`
   */
  fields?: readonly Field[] | undefined
  /** which objects that the items refer to are included in the answer; `follow` finds them */
  include?: readonly Path[] | undefined
  locale?: string | undefined
  /** a second locale, whose items are read where there is no translation in `locale` */
  fallback?: string | undefined
  /** `latest` shows pending drafts to those who may read them; `live` by default */
  view?: V | undefined
}

/** The fields by which a list can be sorted: those with a single plain value. */
type Sortable<S extends SiteShape, K extends Slug<S>> = {
  [Field in FieldOf<S, K>]: KindsOf<S, K>[Field] extends
    | 'choices'
    | 'media'
    | 'none'
    | { toMany: string }
    | { within: object }
    ? never
    : Field
}[FieldOf<S, K>]

export interface ListQuery<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K>,
  Path extends IncludePath<S, K>,
  V extends View,
> extends ItemQuery<S, K, Field, Path, V> {
  where?: Where<S, K> | undefined
  /** these items, in this order */
  ids?: readonly string[] | undefined
  status?: 'draft' | 'published' | 'scheduled' | undefined
  /** whether the list has only one item of each translation group, in the first of the site's locales that it has */
  groupTranslations?: boolean | undefined
  /** `createdAt` by default */
  orderBy?:
    | Sortable<S, K>
    | 'createdAt'
    | 'updatedAt'
    | 'publishedAt'
    | 'scheduledAt'
    | 'unpublishAt'
    | 'slug'
    | 'status'
    | undefined
  /** `desc` by default */
  order?: 'asc' | 'desc' | undefined
  /** items a page, up to 100; 50 by default */
  limit?: number | undefined
  cursor?: string | undefined
  /** whether the answer has `total` */
  count?: boolean | undefined
}

/** The values of `fields`: fields, and members of items. */
export type Selectable<S extends SiteShape, K extends Slug<S>> =
  | FieldOf<S, K>
  | Exclude<keyof WholeItem<S, K, 'live'> & string, 'id' | 'data'>

/** An item whose `data` has only some fields. */
type Narrowed<Whole extends { data: object }, Field extends string> = Omit<Whole, 'data'> & {
  data: Pick<Whole['data'], Field & keyof Whole['data']>
}

/** An item with the ids of its terms by taxonomy, if `include` has `terms`. */
type WithTerms<Shown, Taxonomies extends string, Path> = 'terms' extends Path
  ? Shown & { terms: { [Taxonomy in Taxonomies]?: string[] } }
  : Shown

/** An item that has only the members that were asked for. */
type WithMembers<Whole extends { data: object }, Member, Field extends string> = Pick<
  Whole,
  ('id' | Member) & keyof Whole
> &
  ([Field] extends [never] ? unknown : { data: Pick<Whole['data'], Field & keyof Whole['data']> })

/**
 * The whole item if all fields are named; its members with only the named fields if some are; only the named members if
 * members are named. The brackets keep the compiler from distributing over the unions.
 */
type Selected<Whole extends { data: object }, Every extends string, Field extends string> = [
  Exclude<Field, Every>,
] extends [never]
  ? [Every] extends [Field]
    ? Whole
    : Narrowed<Whole, Field>
  : WithMembers<Whole, Exclude<Field, Every>, Extract<Field, Every>>

/**
 * An item with the fields that were asked for. `''` stands for no path, because `WithTerms` distributes over its paths,
 * and would give `never` for none.
 */
export type Item<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K> = FieldOf<S, K>,
  Path extends IncludePath<S, K> = never,
  V extends View = 'live',
> = WithTerms<
  Selected<WholeItem<S, K, V>, FieldOf<S, K>, Field>,
  S['collections'][K]['taxonomies'],
  [Path] extends [never] ? '' : Path
>

/** What the answers to reads of items and lists have in common. */
interface Extra<S extends SiteShape, Path, V extends View> {
  /** the included objects by id; only with `include` */
  included: [Path] extends [never] ? undefined : Included<S, V>
}

export interface Page<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K> = FieldOf<S, K>,
  Path extends IncludePath<S, K> = never,
  V extends View = 'live',
> extends Extra<S, Path, V> {
  items: Item<S, K, Field, Path, V>[]
  /** absent on the last page */
  nextCursor?: string
  /** items on all pages; only with `count` */
  total?: number
  /** there are more items than `total`, or may be */
  totalIsCapped?: boolean
}

export interface Answer<
  S extends SiteShape,
  K extends Slug<S>,
  Field extends Selectable<S, K> = FieldOf<S, K>,
  Path extends IncludePath<S, K> = never,
  V extends View = 'live',
> extends Extra<S, Path, V> {
  item: Item<S, K, Field, Path, V>
  /** changes with every change of what the answer shows */
  _rev: string
}
