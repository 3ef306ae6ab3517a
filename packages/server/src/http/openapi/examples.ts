import type { Operation } from '@octavo/contract/define'

/** Path parameters of the examples: a collection, an item and a field that other examples make. */
const places: Readonly<Record<string, string>> = {
  collection: 'posts',
  collectionSlug: 'posts',
  slug: 'posts',
  id: 'hello-world',
  entryId: 'hello-world',
  fieldSlug: 'title',
  pluginId: 'embeds',
}

/** The rest of the input, by operation. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'content.list': { limit: 10 },
  'content.listTrashed': { limit: 10 },
  'content.create': { data: { title: 'Hello, world' } },
  'content.update': { data: { title: 'Hello again' } },
  'content.schedule': { scheduledAt: '2099-01-01T09:00:00+01:00' },
  'search.query': { q: 'hello', limit: 10 },
  'search.suggest': { q: 'hel' },
  'schema.getCollection': { includeFields: true },
  'schema.createCollection': {
    slug: 'posts',
    label: 'Posts',
    labelSingular: 'Post',
    supports: ['drafts', 'revisions', 'scheduling'],
  },
  'schema.updateCollection': { description: 'What is new' },
  'schema.deleteCollection': { force: true },
  'schema.createField': {
    slug: 'title',
    label: 'Title',
    type: 'string',
    required: true,
    validation: { maxLength: 200 },
  },
  'schema.updateField': { label: 'Headline', searchable: true },
  'media.list': { mimeType: 'image/' },
  'media.create': { filename: 'harbour.jpg', mimeType: 'image/jpeg', storageKey: 'harbour.jpg' },
  'media.update': { alt: 'The harbour at dawn' },
  'media.createUploadUrl': { filename: 'harbour.jpg', mimeType: 'image/jpeg', size: 204_800 },
  'plugins.update': { settings: { allowedHosts: ['video.example.com'] } },
  'schema.reorderFields': { fieldSlugs: ['title'] },
}

/** Values that show how an operation is called; none for a path parameter that only the caller can know. */
export function exampleOf({ name }: Operation): {
  path: Readonly<Record<string, string>>
  input: Readonly<Record<string, unknown>>
} {
  return { path: name.startsWith('media.') ? {} : places, input: inputs[name] ?? {} }
}
