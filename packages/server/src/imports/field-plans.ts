import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { isDeepStrictEqual } from 'node:util'
import type { CollectionModel, FieldModel } from '../core/model/model.ts'
import { reservedFields } from '../core/model/reserved.ts'

/** A field that the items of a collection need. */
export interface WantedField {
  /** the purpose of the field; several fields can have one purpose and differ in `of` */
  readonly role: string
  /** the collection, custom field or other thing that the field is for */
  readonly of?: string
  /** its usual slug; another one is used if a field of another type has it */
  readonly slug: string
  readonly label: string
  /** a new field gets the first type, an existing one may have any of them */
  readonly types: readonly [FieldTypeName, ...FieldTypeName[]]
  readonly isSearchable?: true
  readonly options?: Readonly<Record<string, unknown>>
  readonly validation?: Readonly<Record<string, unknown>>
}

/** A wanted field with the slug that it has or gets in the collection. */
export interface FieldPlan extends WantedField {
  /**
   * The first of `types`, which a new field gets. An existing field can have another one, such as `text` instead of
   * `string`; values are made by `type` all the same, because every one of `types` stores them.
   */
  readonly type: FieldTypeName
  /** the type of the existing field; that of a new field is `type` */
  readonly existingType: FieldTypeName | null
  /** `renamed`: missing as well, and created under another slug, because the usual one is not available */
  readonly status: 'exists' | 'missing' | 'renamed'
  /** the existing field that has the usual slug, but cannot have the values; null without one */
  readonly unfit: { readonly slug: string; readonly type: FieldTypeName } | null
}

/** The properties that items of a type have. */
interface Facts {
  readonly hasThumbnail: boolean
  readonly hasOrder: boolean
  readonly isSticky: boolean
  readonly hasFormat: boolean
  readonly hasComments: boolean
  readonly hasMeta: boolean
}

interface Role extends Pick<WantedField, 'label' | 'types' | 'isSearchable'> {
  readonly isNeeded: (stats: Facts) => boolean
}

const always = (): boolean => true

/** The fields that an imported collection can have, and when its items need them. */
const roles = {
  title: { label: 'Title', types: ['string', 'text'], isSearchable: true, isNeeded: always },
  content: { label: 'Content', types: ['portableText'], isSearchable: true, isNeeded: always },
  excerpt: { label: 'Excerpt', types: ['text'], isSearchable: true, isNeeded: always },
  featured_image: { label: 'Featured image', types: ['image'], isNeeded: ({ hasThumbnail }) => hasThumbnail },
  author_name: { label: 'Author', types: ['string', 'text'], isNeeded: always },
  position: { label: 'Position', types: ['integer', 'number'], isNeeded: ({ hasOrder }) => hasOrder },
  sticky: { label: 'Sticky', types: ['boolean'], isNeeded: ({ isSticky }) => isSticky },
  format: { label: 'Format', types: ['string', 'text'], isNeeded: ({ hasFormat }) => hasFormat },
  comment_count: {
    label: 'Comments',
    types: ['integer', 'number'],
    isNeeded: ({ hasComments }) => hasComments,
  },
  custom_fields: { label: 'Custom fields', types: ['json'], isNeeded: ({ hasMeta }) => hasMeta },
  original_url: { label: 'Original address', types: ['string', 'text'], isNeeded: always },
} as const satisfies Record<string, Role>

/** The purpose of a field that every imported collection can have. */
export type CommonRole = keyof typeof roles

/** The fields that items of a type need by their statistics, such as one for the featured image. */
export function commonFields(stats: Facts): WantedField[] {
  return (Object.entries(roles) as [CommonRole, Role][])
    .filter(([, { isNeeded }]) => isNeeded(stats))
    .map(([role, { label, types, isSearchable }]) => ({
      role,
      slug: role,
      label,
      types,
      ...(isSearchable === true && { isSearchable }),
    }))
}

/**
 * The fields as the collection can have them. The slug of a field is the first one that is free or names a fitting
 * field: `price`, `imported_price`, `imported_price_2` and so on.
 */
export function fitFields(
  wanted: readonly WantedField[],
  existing: CollectionModel | undefined,
): FieldPlan[] {
  const taken = new Set<string>()
  return wanted.map((field) => {
    const [type] = field.types
    const fits = (found: FieldModel | undefined): boolean => found === undefined || isFitting(field, found)
    const isUsable = (slug: string): boolean =>
      !taken.has(slug) && !reservedFields.has(slug) && fits(existing?.field.get(slug))
    const other = `imported_${field.slug}`
    let { slug } = field
    for (let number = 1; !isUsable(slug); number++) slug = number === 1 ? other : `${other}_${number}`
    taken.add(slug)
    const found = existing?.field.get(slug)
    const usual = existing?.field.get(field.slug)
    const statusOfNew = slug === field.slug ? 'missing' : 'renamed'
    return {
      ...field,
      slug,
      type,
      existingType: found?.type.name ?? null,
      status: found === undefined ? statusOfNew : 'exists',
      unfit: usual === undefined || fits(usual) ? null : { slug: usual.slug, type: usual.type.name },
    }
  })
}

/** Whether an existing field can have the values of a wanted one. */
function isFitting({ types, options = {}, validation }: WantedField, found: FieldModel): boolean {
  const { name } = found.type
  if (!types.includes(name)) return false
  // A field that is wanted without rules fits whatever rules the found one has; the report names the values that break
  // them. One with rules, such as the options of a select, fits only the same rules.
  if (validation !== undefined && !isDeepStrictEqual({ ...found.validation }, validation)) return false
  if (name !== 'reference') return true
  const isSameTarget = found.options['collection'] === options['collection']
  return isSameTarget && (found.options['allowMultiple'] === true) === (options['allowMultiple'] === true)
}
