import { dataOf } from './answers.ts'
import { makeCollection } from './content.ts'
import type { TestService } from './service.ts'

const by = { slug: 'by', label: 'By', type: 'reference', options: { collection: 'authors' } }
const picture = { slug: 'picture', label: 'Picture', type: 'image' }

const structure = (slug: string, widget: string, fields: readonly object[]) => ({
  ...{ slug, label: slug, type: 'json' },
  options: { widget, fields },
})

/** Structured fields of each kind, which refer to items and media. */
const structured = [
  structure('seo', 'group', [picture, { ...by, slug: 'owner' }]),
  structure('faq', 'list', [
    { slug: 'question', label: 'Question', type: 'string', required: true },
    { ...by, slug: 'expert' },
    picture,
  ]),
  structure('parts', 'blocks', [
    structure('quote', 'group', [by]),
    structure('team', 'group', [{ ...by, options: { ...by.options, allowMultiple: true } }]),
  ]),
]

/** A site with every type of field, references at two depths, terms and addresses. */
export async function makeMagazine(service: Pick<TestService, 'ask'>): Promise<void> {
  const supports = ['drafts', 'revisions', 'scheduling', 'search']
  await makeCollection(service, 'categories', {
    supports: [],
    fields: [
      { slug: 'name', type: 'string', required: true },
      { slug: 'parent', type: 'reference', options: { collection: 'categories' } },
      { slug: 'cover', type: 'image' },
    ],
  })
  await makeCollection(service, 'authors', {
    supports,
    fields: [
      { slug: 'name', type: 'string', required: true, searchable: true },
      { slug: 'portrait', type: 'image' },
      { slug: 'likes', type: 'reference', options: { collection: 'categories', allowMultiple: true } },
    ],
  })
  await makeCollection(service, 'posts', {
    supports,
    fields: [
      { slug: 'title', type: 'string', required: true, searchable: true },
      { slug: 'teaser', type: 'text' },
      { slug: 'code', type: 'slug' },
      { slug: 'rating', type: 'number' },
      { slug: 'issue', type: 'integer', required: true },
      { slug: 'featured', type: 'boolean' },
      { slug: 'day', type: 'datetime' },
      { slug: 'format', type: 'select', validation: { options: ['essay', 'guide'] } },
      { slug: 'moods', type: 'multiSelect', validation: { options: ['calm', 'loud'] } },
      { slug: 'body', type: 'portableText' },
      { slug: 'cover', type: 'image' },
      { slug: 'score', type: 'file' },
      { slug: 'author', type: 'reference', required: true, options: { collection: 'authors' } },
      {
        slug: 'categories',
        type: 'reference',
        options: { collection: 'categories', allowMultiple: true },
      },
      { slug: 'extra', type: 'json' },
      ...structured,
    ],
  })
  const urlPattern = '/blog/{publishedAt:yyyy}/{slug}'
  dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern } }))
  const dated = '/{day:yyyy}/{slug}'
  await makeCollection(service, 'events', { supports: [], fields: [{ slug: 'day', type: 'datetime' }] })
  dataOf(await service.ask('PATCH', '/schema/collections/events', { body: { urlPattern: dated } }))
  const topics = { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] }
  dataOf(await service.ask('POST', '/taxonomies', { body: topics }), 201)
}
