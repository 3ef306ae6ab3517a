import { limits } from '@octavo/contract/limits'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import type { CollectionModel, Schema } from '../core/model/model.ts'
import { reservedCollections } from '../core/model/reserved.ts'
import type { TypeStats } from './stats.ts'

/** Post types that only the old platform needs, or that become something other than items. */
const internalTypes =
  /^(revision|attachment|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_block|wp_template|wp_template_part|wp_global_styles|wp_navigation|wp_font_family|wp_font_face|acf-field|acf-field-group|scheduled-action|jp_img_sitemap|jp_sitemap|jp_sitemap_master)$/

/** Whether a post type becomes a collection. */
export function isContentType(type: string): boolean {
  return !internalTypes.test(type)
}

const usualNames: Readonly<Record<string, { slug: string; label: string; labelSingular: string }>> = {
  post: { slug: 'posts', label: 'Posts', labelSingular: 'Post' },
  page: { slug: 'pages', label: 'Pages', labelSingular: 'Page' },
  product: { slug: 'products', label: 'Products', labelSingular: 'Product' },
}

export interface CollectionPlan {
  readonly type: string
  readonly slug: string
  readonly label: string
  readonly labelSingular: string | null
  readonly fields: readonly FieldPlan[]
}

/** The purpose of a field; its slug may differ if the usual one is taken. */
export type FieldRole = keyof typeof roles

export interface FieldPlan {
  readonly role: FieldRole
  readonly slug: string
  readonly type: FieldTypeName
  readonly status: 'exists' | 'missing' | 'renamed'
}

interface Role {
  readonly label: string
  readonly types: readonly [FieldTypeName, ...FieldTypeName[]]
  readonly isSearchable?: true
  readonly isNeeded: (stats: TypeStats) => boolean
}

const always = (): boolean => true

/** The fields of imported collections: a new field gets the first type, an existing one may have any of them. */
export const roles = {
  title: { label: 'Title', types: ['string', 'text'], isSearchable: true, isNeeded: always },
  content: { label: 'Content', types: ['portableText'], isSearchable: true, isNeeded: always },
  excerpt: { label: 'Excerpt', types: ['text'], isSearchable: true, isNeeded: always },
  featured_image: { label: 'Featured image', types: ['image'], isNeeded: ({ hasThumbnail }) => hasThumbnail },
  author_name: { label: 'Author', types: ['string', 'text'], isNeeded: always },
  parent: { label: 'Parent', types: ['reference'], isNeeded: ({ hasParent }) => hasParent },
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

/** The target collection of each post type, with the fields that it needs. */
export function planCollections(
  types: Readonly<Record<string, TypeStats>>,
  schema: Schema,
): CollectionPlan[] {
  const taken = new Set<string>()
  return Object.entries(types)
    .filter(([type]) => isContentType(type))
    .map(([type, stats]) => {
      const named = Object.hasOwn(usualNames, type) ? usualNames[type] : undefined
      const slug = freeName(named?.slug ?? identifierOf(type, limits.collectionSlug - 12, 'type'), taken)
      return {
        type,
        slug,
        label: named?.label ?? labelOf(type),
        labelSingular: named?.labelSingular ?? null,
        fields: planFields(stats, slug, schema.collections.get(slug)),
      }
    })
}

function planFields(
  stats: TypeStats,
  collection: string,
  existing: CollectionModel | undefined,
): FieldPlan[] {
  return (Object.entries(roles) as [FieldRole, Role][])
    .filter(([, role]) => role.isNeeded(stats))
    .map(([name, role]) => {
      const usual = fitOf(role, name, { collection, existing })
      if (usual !== 'other') return { role: name, slug: name, type: role.types[0], status: usual }
      const slug = `imported_${name}`
      const other = fitOf(role, slug, { collection, existing })
      return { role: name, slug, type: role.types[0], status: other === 'exists' ? 'exists' : 'renamed' }
    })
}

function fitOf(
  { types }: Role,
  slug: string,
  { collection, existing }: { collection: string; existing: CollectionModel | undefined },
): 'exists' | 'missing' | 'other' {
  const field = existing?.field.get(slug)
  if (field === undefined) return 'missing'
  if (!types.includes(field.type.name)) return 'other'
  const leadsElsewhere = field.options['collection'] !== collection || field.options['allowMultiple'] === true
  return field.type.name === 'reference' && leadsElsewhere ? 'other' : 'exists'
}

/** A name of letters, digits and `_`, valid for tables and columns. */
export function identifierOf(name: string, length: number, fallback: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, length)
  const begun = /^[a-z]/.test(plain) ? plain : `${fallback}_${plain}`.replace(/_$/, '')
  return reservedCollections.has(begun) ? `imported_${begun}` : begun
}

/** The name, with a number if it is taken. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`
  taken.add(free)
  return free
}

/** A label for people: `case_study` becomes Case study. */
export function labelOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim() || name
  return words.charAt(0).toUpperCase() + words.slice(1, limits.label)
}

const usualTaxonomies: Readonly<Record<string, { name: string; label: string; labelSingular: string }>> = {
  category: { name: 'category', label: 'Categories', labelSingular: 'Category' },
  post_tag: { name: 'tag', label: 'Tags', labelSingular: 'Tag' },
}

export interface TaxonomyPlan {
  /** name in the export */
  readonly source: string
  readonly name: string
  readonly label: string
  readonly labelSingular: string | null
}

/** Taxonomies of the export that really are taxonomies; some represent other things. */
export function isTaxonomy(source: string): boolean {
  return (
    source !== 'nav_menu' && source !== 'post_format' && source !== 'link_category' && source !== 'wp_theme'
  )
}

export function planTaxonomies(sources: Iterable<string>): TaxonomyPlan[] {
  const taken = new Set<string>()
  return [...sources].filter(isTaxonomy).map((source) => {
    const named = Object.hasOwn(usualTaxonomies, source) ? usualTaxonomies[source] : undefined
    const name = freeName(named?.name ?? identifierOf(source, limits.fieldSlug - 4, 'taxonomy'), taken)
    return {
      source,
      name,
      label: named?.label ?? labelOf(source),
      labelSingular: named?.labelSingular ?? null,
    }
  })
}
