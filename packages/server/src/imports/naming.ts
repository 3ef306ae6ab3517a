import { limits } from '@octavo/contract/limits'
import type { Schema } from '../core/model/model.ts'
import type { AcfField } from './acf-definitions.ts'
import { acfFields } from './acf-plan.ts'
import { freeName, identifierOf, labelOf } from './naming-identifiers.ts'
import { productFields } from './products.ts'
import { isOfLanguages } from './languages.ts'
import { commonFields, type FieldPlan, fitFields, type WantedField } from './field-plans.ts'
import { fieldsOfKeys } from './key-fields.ts'
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

/** The collection that the items of a post type are imported into, and its fields. */
export interface CollectionPlan {
  readonly type: string
  readonly slug: string
  readonly label: string
  /** null if it is not known */
  readonly labelSingular: string | null
  readonly fields: readonly FieldPlan[]
}

/** The target collection of each post type, with the fields that it needs. */
export function planCollections(
  types: Readonly<Record<string, TypeStats>>,
  schema: Schema,
  definitions: readonly AcfField[] = [],
): CollectionPlan[] {
  const taken = new Set<string>()
  const contentTypes = Object.entries(types).filter(([type]) => isContentType(type))
  const slugs = new Map(contentTypes.map(([type]) => [type, freeName(collectionSlug(type), taken)]))
  return contentTypes.map(([type, stats]) => {
    const named = usualName(type)
    const slug = slugs.get(type) ?? ''
    const wanted = [
      ...commonFields(stats),
      ...parentFields(type, stats, slugs),
      ...productFields(stats.productKeys),
      ...acfFields(stats.acf ?? [], definitions, slugs),
      ...fieldsOfKeys(stats.keys ?? {}),
    ]
    return {
      type,
      slug,
      label: named?.label ?? labelOf(type),
      labelSingular: named?.labelSingular ?? null,
      fields: fitFields(wanted, schema.collections.get(slug)),
    }
  })
}

/** The names for a post type of WordPress or WooCommerce itself; undefined for another type. */
function usualName(type: string): (typeof usualNames)[string] | undefined {
  return Object.hasOwn(usualNames, type) ? usualNames[type] : undefined
}

/** A slug; its length leaves room for `imported_` or `type_` (`identifierOf`), and for a number. */
function collectionSlug(type: string): string {
  return usualName(type)?.slug ?? identifierOf(type, limits.collectionSlug - 12, 'type')
}

/**
 * A reference to each collection that has parents of these items. The slugs have room for `parent_`, and for
 * `imported_` and a number, which `fitFields` can add.
 */
function parentFields(
  type: string,
  { hasParent, parentTypes }: TypeStats,
  slugs: ReadonlyMap<string, string>,
): WantedField[] {
  const others = (parentTypes ?? []).filter((other) => other !== type && slugs.has(other))
  // Parents that are not in the file may have been imported before; most are of the same type.
  const hasParentOfType = hasParent && (parentTypes?.includes(type) === true || others.length === 0)
  return [...(hasParentOfType ? [type] : []), ...others].map((parent) => ({
    role: 'parent',
    of: parent,
    slug: parent === type ? 'parent' : `parent_${identifierOf(parent, limits.fieldSlug - 24, 'type')}`,
    label: parent === type ? 'Parent' : `Parent: ${usualName(parent)?.labelSingular ?? labelOf(parent)}`,
    types: ['reference'],
    options: { collection: slugs.get(parent) ?? '' },
  }))
}

/** The field for parents in a collection; undefined if there is none. */
export function parentFieldOf({ fields }: CollectionPlan, collection: string): FieldPlan | undefined {
  return fields.find(({ role, options }) => role === 'parent' && options?.['collection'] === collection)
}

const usualTaxonomies: Readonly<Record<string, { name: string; label: string; labelSingular: string }>> = {
  category: { name: 'category', label: 'Categories', labelSingular: 'Category' },
  post_tag: { name: 'tag', label: 'Tags', labelSingular: 'Tag' },
}

/** The taxonomy that a taxonomy of the export becomes. */
export interface TaxonomyPlan {
  /** name in the export */
  readonly source: string
  readonly name: string
  readonly label: string
  readonly labelSingular: string | null
}

/**
 * Whether a taxonomy of the export becomes one here. Others represent menus, languages, the formats of posts,
 * categories of bookmarks, or the themes that templates belong to.
 */
export function isTaxonomy(source: string, hasLanguages: boolean): boolean {
  if (hasLanguages && isOfLanguages(source)) return false
  return (
    source !== 'nav_menu' && source !== 'post_format' && source !== 'link_category' && source !== 'wp_theme'
  )
}

/** characters of the name of a taxonomy, with room for a number */
const longestName = limits.fieldSlug - 4

/** The taxonomies of an export that become taxonomies here, each with a valid name that no other one has. */
export function planTaxonomies(sources: Iterable<string>, hasLanguages: boolean): TaxonomyPlan[] {
  const taken = new Set<string>()
  const imported = [...sources].filter((source) => isTaxonomy(source, hasLanguages))
  return imported.map((source) => {
    const named = Object.hasOwn(usualTaxonomies, source) ? usualTaxonomies[source] : undefined
    // `identifierOf` can put a word before the name.
    const plain = identifierOf(source, longestName, 'taxonomy').slice(0, longestName)
    const name = freeName(named?.name ?? plain, taken)
    return {
      source,
      name,
      label: named?.label ?? labelOf(source),
      labelSingular: named?.labelSingular ?? null,
    }
  })
}
