import type { FieldOf, KindsOf, SiteShape, Slug } from './site-shape.ts'

interface Equality<Value> {
  eq?: Value
  ne?: Value
  in?: readonly Value[]
  notIn?: readonly Value[]
  exists?: boolean
}

interface Order<Value> extends Equality<Value> {
  lt?: Value
  lte?: Value
  gt?: Value
  gte?: Value
}

interface Text extends Order<string> {
  startsWith?: string
  contains?: string
}

interface List<Value> extends Equality<Value> {
  contains?: Value
}

type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : never

/**
 * The conditions that a filter can have for a field. A value without an operator means `eq`. References and media are
 * compared by their ids.
 */
type Predicate<Kind, Value> = Kind extends 'text'
  ? string | Text
  : Kind extends 'number'
    ? number | Order<number>
    : Kind extends 'time'
      ? string | Order<string>
      : Kind extends 'boolean'
        ? boolean | Equality<boolean>
        : Kind extends 'choice'
          ? Value | Equality<Value>
          : Kind extends 'choices'
            ? ElementOf<Value> | List<ElementOf<Value>>
            : Kind extends { toMany: string }
              ? string | List<string>
              : Kind extends 'none' | { within: object }
                ? { exists: boolean }
                : string | Equality<string>

/** The conditions for members that every item has. */
interface SystemPredicates {
  id?: string | Equality<string>
  slug?: string | Text
  status?: Status | Equality<Status>
  locale?: string | Equality<string>
  authorId?: string | Equality<string>
  createdAt?: string | Order<string>
  updatedAt?: string | Order<string>
  publishedAt?: string | Order<string>
  scheduledAt?: string | Order<string>
  unpublishAt?: string | Order<string>
}

type Status = 'draft' | 'published' | 'scheduled'

/** The type of the values of a field. */
type ValueOf<
  S extends SiteShape,
  K extends Slug<S>,
  Field,
> = Field extends keyof S['collections'][K]['item']['data']
  ? Exclude<S['collections'][K]['item']['data'][Field], undefined>
  : never

type FieldPredicate<S extends SiteShape, K extends Slug<S>, Field extends FieldOf<S, K>> = Predicate<
  KindsOf<S, K>[Field],
  ValueOf<S, K, Field>
>

/** Keys that combine filters. A collection can have fields with these names, so their values can also be predicates. */
type Group = 'or' | 'and'

/**
 * A filter of a list: all predicates must be fulfilled. `terms.<taxonomy>` takes slugs or ids; `clay*` counts the terms
 * below too.
 */
export type Where<S extends SiteShape, K extends Slug<S>> = SystemPredicates & {
  [Field in Exclude<FieldOf<S, K>, Group>]?: FieldPredicate<S, K, Field>
} & {
  [Terms in `terms.${S['collections'][K]['taxonomies']}`]?: string | Equality<string>
} & {
  [Name in Group]?: readonly Where<S, K>[] | (Name extends FieldOf<S, K> ? FieldPredicate<S, K, Name> : never)
}
