import type { Term } from '@octavo/contract/operations/site-shapes'
import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { FieldOf, KindsOf, SiteShape, Slug, View, WholeItem } from './site-shape.ts'

export interface Author {
  id: string
  name: string | null
}

/** The fields of a kind. */
type FieldsThat<S extends SiteShape, K extends Slug<S>, Kind> = {
  [Field in FieldOf<S, K>]: KindsOf<S, K>[Field] extends Kind ? Field : never
}[FieldOf<S, K>]

type ToItems = { to: string } | { toMany: string }

type TargetOf<S extends SiteShape, Kind> = (Kind extends { to: infer Target }
  ? Target
  : Kind extends { toMany: infer Target }
    ? Target
    : never) &
  Slug<S>

/** Fields that refer to items or files. */
type Lead<S extends SiteShape, K extends Slug<S>> = FieldsThat<S, K, ToItems | 'media'>

/** The values of `include`: paths of one or two fields, and two keywords. */
export type IncludePath<S extends SiteShape, K extends Slug<S>> =
  | 'terms'
  | 'authorId'
  | Lead<S, K>
  | {
      [Field in FieldsThat<S, K, ToItems>]: `${Field}.${Lead<S, TargetOf<S, KindsOf<S, K>[Field]>>}`
    }[FieldsThat<S, K, ToItems>]

/** The included objects, each once, by id. Objects that the caller may not see are absent. */
export interface Included<S extends SiteShape, V extends View> {
  items: { [id: string]: WholeItem<S, Slug<S>, V> | undefined }
  terms: { [id: string]: Term | undefined }
  authors: { [id: string]: Author | undefined }
  media: { [id: string]: MediaItem | undefined }
}

/** The type of the object that one field refers to. */
type Led<S extends SiteShape, V extends View, Kind> = Kind extends 'media'
  ? MediaItem
  : WholeItem<S, TargetOf<S, Kind>, V>

type IsMany<Kind> = Kind extends { toMany: string } ? true : false

type OneOrMany<Value, Many> = (true extends Many ? Value[] : Value) | undefined

/**
 * The result of `follow` for a path: an object, or a list if a field in the path has several values; undefined if
 * there is no value.
 */
export type Followed<S extends SiteShape, K extends Slug<S>, V extends View, Path> = Path extends 'terms'
  ? Term[]
  : Path extends 'authorId'
    ? Author | undefined
    : Path extends FieldOf<S, K>
      ? OneOrMany<Led<S, V, KindsOf<S, K>[Path]>, IsMany<KindsOf<S, K>[Path]>>
      : Path extends `${infer First extends FieldOf<S, K>}.${infer Second}`
        ? FollowedTwice<S, V, KindsOf<S, K>[First], TargetOf<S, KindsOf<S, K>[First]>, Second>
        : never

type FollowedTwice<S extends SiteShape, V extends View, Kind, Target extends Slug<S>, Second> =
  Second extends FieldOf<S, Target>
    ? OneOrMany<Led<S, V, KindsOf<S, Target>[Second]>, IsMany<Kind> | IsMany<KindsOf<S, Target>[Second]>>
    : never
