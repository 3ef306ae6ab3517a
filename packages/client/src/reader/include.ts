import type { Term } from '@octavo/contract/operations/site-shapes'
import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { FieldOf, KindsOf, SiteShape, Slug, View, WholeItem } from './site-shape.ts'

export interface Author {
  id: string
  name: string | null
}

/** An item of a translation group. */
export interface Translation {
  id: string
  locale: string
  slug: string
  status: 'draft' | 'published' | 'scheduled'
  updatedAt: string
  /** only for callers who may read drafts */
  hasPendingDraft?: boolean
}

type ToItems = { to: string } | { toMany: string }

/** The collection that a field of a kind refers to. */
type TargetOf<S extends SiteShape, Kind> = (Kind extends { to: infer Target }
  ? Target
  : Kind extends { toMany: infer Target }
    ? Target
    : never) &
  Slug<S>

/** The kind of a field (`author`), or of a field within a structured field (`team.person`). */
type KindAt<S extends SiteShape, K extends Slug<S>, FieldPath> =
  FieldPath extends FieldOf<S, K>
    ? KindsOf<S, K>[FieldPath]
    : FieldPath extends `${infer Field extends FieldOf<S, K>}.${infer Inner}`
      ? KindsOf<S, K>[Field] extends { within: infer Within }
        ? Inner extends keyof Within
          ? Within[Inner]
          : never
        : never
      : never

/** The paths of fields of a kind, those within structured fields too. */
type FieldsOfKind<S extends SiteShape, K extends Slug<S>, Kind> = {
  [Field in FieldOf<S, K>]: KindsOf<S, K>[Field] extends { within: infer Within }
    ? {
        [Inner in keyof Within & string]: Within[Inner] extends Kind ? `${Field}.${Inner}` : never
      }[keyof Within & string]
    : KindsOf<S, K>[Field] extends Kind
      ? Field
      : never
}[FieldOf<S, K>]

/** The paths of fields that refer to items: in `include`, a field of these items can follow. */
type FieldsToItems<S extends SiteShape, K extends Slug<S>> = FieldsOfKind<S, K, ToItems>
/** The paths of fields whose items or files can be included. */
type IncludableFields<S extends SiteShape, K extends Slug<S>> = FieldsOfKind<
  S,
  K,
  ToItems | 'media' | 'manyMedia'
>

/** The values of `include`: paths of one or two fields, and three keywords. */
export type IncludePath<S extends SiteShape, K extends Slug<S>> =
  | 'terms'
  | 'authorId'
  | 'translationGroup'
  | IncludableFields<S, K>
  | {
      [First in FieldsToItems<S, K>]: `${First}.${IncludableFields<S, TargetOf<S, KindAt<S, K, First>>>}`
    }[FieldsToItems<S, K>]

/** The included objects, each once, by id. Objects that the caller may not see are absent. */
export interface Included<S extends SiteShape, V extends View> {
  items: { [id: string]: WholeItem<S, Slug<S>, V> | undefined }
  terms: { [id: string]: Term | undefined }
  authors: { [id: string]: Author | undefined }
  media: { [id: string]: MediaItem | undefined }
  /** the items of each translation group; only with `translationGroup` in `include` */
  translations?: { [translationGroup: string]: Translation[] | undefined }
}

/** The type of the object that one field refers to. */
type ObjectAt<S extends SiteShape, V extends View, Kind> = Kind extends 'media' | 'manyMedia'
  ? MediaItem
  : WholeItem<S, TargetOf<S, Kind>, V>

type IsMany<Kind> = Kind extends { toMany: string } | 'manyMedia' ? true : false

/** `Many` is the union of `IsMany` of both fields of a path: the result is a list if one of them has several values. */
type OneOrMany<Value, Many> = (true extends Many ? Value[] : Value) | undefined

/**
 * The result of `follow` for a path: an object, or a list if a field in the path has several values; undefined if
 * there is no value.
 */
export type Followed<S extends SiteShape, K extends Slug<S>, V extends View, Path> = Path extends 'terms'
  ? Term[]
  : Path extends 'authorId'
    ? Author | undefined
    : Path extends 'translationGroup'
      ? Translation[]
      : Path extends IncludableFields<S, K>
        ? OneOrMany<ObjectAt<S, V, KindAt<S, K, Path>>, IsMany<KindAt<S, K, Path>>>
        : {
            [First in FieldsToItems<S, K>]: Path extends `${First}.${infer Second}`
              ? FollowedTwice<S, V, KindAt<S, K, First>, TargetOf<S, KindAt<S, K, First>>, Second>
              : never
          }[FieldsToItems<S, K>]

/** The result for a path of two fields: the first has `Kind` and leads to `Target`, in which `Second` is a field. */
type FollowedTwice<S extends SiteShape, V extends View, Kind, Target extends Slug<S>, Second> =
  Second extends IncludableFields<S, Target>
    ? OneOrMany<ObjectAt<S, V, KindAt<S, Target, Second>>, IsMany<Kind> | IsMany<KindAt<S, Target, Second>>>
    : never
