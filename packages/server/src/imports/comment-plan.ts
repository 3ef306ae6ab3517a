import type { Schema } from '../core/model/model.ts'
import { fitFields, type WantedField } from './field-plans.ts'
import type { CollectionPlan } from './naming.ts'
import { freeName } from './naming-identifiers.ts'
import type { TypeStats } from './stats.ts'

/** The values of the field `state`; `stateOfComment` reads them from `wp:comment_approved` of the export. */
export const commentStates = ['approved', 'pending', 'spam', 'trash'] as const

/** The fields of every comment; the import finds the value of a field by its role (`prepareComment`). */
const fields: readonly WantedField[] = [
  { role: 'title', slug: 'title', label: 'Title', types: ['string', 'text'] },
  { role: 'author_name', slug: 'author_name', label: 'Author', types: ['string', 'text'] },
  { role: 'author_url', slug: 'author_url', label: 'Website of the author', types: ['string', 'text'] },
  { role: 'content', slug: 'content', label: 'Text', types: ['portableText'], isSearchable: true },
  { role: 'date', slug: 'date', label: 'Date', types: ['datetime'] },
  {
    role: 'state',
    slug: 'state',
    label: 'State',
    types: ['select'],
    validation: { options: [...commentStates] },
  },
  { role: 'kind', slug: 'kind', label: 'Kind', types: ['string', 'text'] },
]

const customFields: WantedField = {
  role: 'custom_fields',
  slug: 'custom_fields',
  label: 'Custom fields',
  types: ['json'],
}

/** The collection for comments; null if the export has no comments. `plans` are the collections for items. */
export function planComments(
  types: Readonly<Record<string, TypeStats>>,
  plans: readonly CollectionPlan[],
  schema: Schema,
): CollectionPlan | null {
  const commented = plans.filter(({ type }) => (types[type]?.comments ?? 0) > 0)
  if (Object.values(types).every(({ comments = 0 }) => comments === 0)) return null
  const slug = freeName('comments', new Set(plans.map((plan) => plan.slug)))
  const hasMeta = Object.values(types).some(({ hasCommentMeta }) => hasCommentMeta === true)
  const wanted = [
    ...fields,
    ...(hasMeta ? [customFields] : []),
    ...commented.map(itemField),
    {
      role: 'parent',
      // Where a role has several fields, `of` has the collection that the field refers to.
      of: slug,
      slug: 'parent',
      label: 'In reply to',
      types: ['reference'],
      options: { collection: slug },
    } satisfies WantedField,
  ]
  return {
    type: 'comment',
    slug,
    label: 'Comments',
    labelSingular: 'Comment',
    fields: fitFields(wanted, schema.collections.get(slug)),
  }
}

/**
 * A reference field refers to one collection, so there is one field for each commented collection; `item` is the one
 * for posts.
 */
function itemField({ type, slug, label, labelSingular }: CollectionPlan): WantedField {
  return {
    role: 'item',
    of: slug,
    slug: type === 'post' ? 'item' : `item_${slug}`,
    label: labelSingular ?? label,
    types: ['reference'],
    options: { collection: slug },
  }
}
