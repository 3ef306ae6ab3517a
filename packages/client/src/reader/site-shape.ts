/** The form of the type `Site`, which `octavo types` writes. */

/** How filters compare the values of a field (`none`: only whether there is one), and where references lead. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'media'
  | 'none'
  | { to: string }
  | { toMany: string }
  | { within: { [path: string]: InnerKind } }

/**
 * What a field within a structured field refers to. Its path is its slug, such as `picture`. In a field of blocks,
 * the kind of block comes first: `quote.by` is the field `by` of blocks of the kind `quote`.
 */
export type InnerKind = { to: string } | { toMany: string } | 'media' | 'manyMedia'

/** The members of an item that the client uses. */
interface AnyItem {
  id: string
  type: string
  slug: string
  locale: string
  authorId: string | null
  translationGroup: string
  data: object
}

export interface CollectionShape {
  /** an item as visitors see it */
  item: AnyItem
  /** an item as editors see it */
  draft: AnyItem
  fields: { [slug: string]: FieldKind }
  /** names of the taxonomies whose terms its items can have */
  taxonomies: string
}

export interface SiteShape {
  collections: { [slug: string]: CollectionShape }
}

export type View = 'live' | 'latest'

export type Slug<S extends SiteShape> = keyof S['collections'] & string

export type KindsOf<S extends SiteShape, K extends Slug<S>> = S['collections'][K]['fields']

export type FieldOf<S extends SiteShape, K extends Slug<S>> = keyof KindsOf<S, K> & string

/** The item of a view with all its fields. */
export type WholeItem<
  S extends SiteShape,
  K extends Slug<S>,
  V extends View,
> = S['collections'][K][V extends 'live' ? 'item' : 'draft']
