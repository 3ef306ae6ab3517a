import { expect } from 'vitest'
import { dataOf } from './answers.ts'
import { make } from './site.ts'
import type { TestService } from './service.ts'
import type { Any } from './json.ts'

/** Calls a tool that must succeed, by whichever client, and returns what its text holds. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<Any>

/** What is in the service before an assistant comes: what no tool can make. */
export async function prepareStory(service: Pick<TestService, 'ask'>): Promise<{ mediaId: string }> {
  await make(service, '/taxonomies', { name: 'topics', label: 'Topics', hierarchical: true })
  await make(service, '/menus', { name: 'main', label: 'Main' })
  const home = { type: 'custom', customUrl: '/', label: 'Home' }
  await make(service, '/menus/main/items', home)
  const record = { filename: 'bread.png', mimeType: 'image/png', storageKey: 'story/bread.png' }
  return { mediaId: (await make(service, '/media', record)).id }
}

/**
 * The work of an assistant from an empty site to an empty site: every tool succeeds at least once, and its effect is
 * looked at. Returns the names of the tools that were called.
 */
export async function tellStory(
  service: Pick<TestService, 'ask'>,
  callTool: CallTool,
  { mediaId }: { mediaId: string },
): Promise<Set<string>> {
  const called = new Set<string>()
  const call: CallTool = (name, args) => {
    called.add(name)
    return callTool(name, args)
  }
  await modelling(call)
  const id = await writing(call, mediaId)
  await publishing(service, call, id)
  await history(call, id)
  await surroundings(call, mediaId)
  await clearing(call, id)
  return called
}

async function modelling(call: CallTool): Promise<void> {
  const supports = ['drafts', 'revisions', 'scheduling', 'search']
  const made = await call('schema_create_collection', { slug: 'notes', label: 'Notes', supports })
  expect(made.item).toMatchObject({ slug: 'notes', supports })
  const fields = [
    { slug: 'title', label: 'Title', type: 'string', required: true, searchable: true },
    { slug: 'body', label: 'Body', type: 'portableText', searchable: true },
    { slug: 'mood', label: 'Mood', type: 'select', validation: { options: ['calm', 'wild'] } },
    { slug: 'photo', label: 'Photo', type: 'image' },
  ]
  for (const field of fields) await call('schema_create_field', { collection: 'notes', ...field })
  await call('schema_create_field', { collection: 'notes', slug: 'spare', label: 'Spare', type: 'json' })
  expect(await call('schema_delete_field', { collection: 'notes', fieldSlug: 'spare' })).toEqual({
    success: true,
    lost: { items: 0, revisions: 0 },
    usedFor: [],
  })
  const listed = await call('schema_list_collections', {})
  expect(listed.items).toMatchObject([{ slug: 'notes', createdAt: expect.any(String) }])
  const { item } = await call('schema_get_collection', { slug: 'notes' })
  expect(item.fields).toMatchObject(fields)
}

async function writing(call: CallTool, mediaId: string): Promise<string> {
  const data = { title: 'Bread', body: '## Flour\n\nAnd **time**.', mood: 'calm', photo: { id: mediaId } }
  const { item, _rev } = await call('content_create', { collection: 'notes', data })
  expect(item).toMatchObject({ slug: 'bread', status: 'draft' })
  expect(item.data.body).toMatchObject([
    { style: 'h2', children: [{ text: 'Flour' }] },
    { children: [{ text: 'And ' }, { text: 'time', marks: ['strong'] }, { text: '.' }] },
  ])
  const changes = { collection: 'notes', id: 'bread', data: { mood: 'wild' }, _rev }
  const updated = await call('content_update', changes)
  expect(updated.item.data).toMatchObject({ title: 'Bread', mood: 'wild' })
  const read = await call('content_get', { collection: 'notes', id: item.id, format: 'markdown' })
  expect(read.item.data.body).toBe('## Flour\n\nAnd **time**.')
  expect(read._rev).toBe(updated._rev)
  const page = await call('content_list', { collection: 'notes', status: 'draft', fields: ['title'] })
  expect(page.items).toEqual([{ id: item.id, slug: 'bread', status: 'draft', data: { title: 'Bread' } }])
  return item.id
}

async function publishing(service: Pick<TestService, 'ask'>, call: CallTool, id: string): Promise<void> {
  const item = { collection: 'notes', id }
  expect((await call('content_publish', item)).item.status).toBe('published')
  await call('content_update', { ...item, data: { title: 'Rye bread' } })
  expect(await call('content_compare', { ...item, fields: ['title'] })).toEqual({
    hasChanges: true,
    live: { title: 'Bread' },
    draft: { title: 'Rye bread' },
    slug: { live: 'bread', draft: 'bread' },
    terms: { live: {}, draft: {} },
    changed: [{ field: 'title', from: 'Bread', to: 'Rye bread' }],
    _rev: expect.any(String),
  })
  expect((await call('content_discard_draft', item)).item.data.title).toBe('Bread')
  const found = await call('search', { query: 'flour', collections: ['notes'] })
  expect(found.results).toMatchObject([{ id, snippet: expect.stringContaining('<mark>Flour</mark>') }])
  expect((await call('content_unpublish', item)).item.status).toBe('draft')
  const scheduledAt = '2999-01-01T00:00:00.000Z'
  const scheduled = await call('content_schedule', { ...item, scheduledAt })
  expect(scheduled.item).toMatchObject({ status: 'scheduled', scheduledAt })
  expect(dataOf(await service.ask('GET', `/content/notes/${id}`)).item.status).toBe('scheduled')
}

async function history(call: CallTool, id: string): Promise<void> {
  const item = { collection: 'notes', id }
  const { items, total } = await call('revision_list', { ...item, limit: 50, fields: ['title'] })
  expect(total).toBe(items.length)
  const rye = items.find(({ data }: { data: { title: string } }) => data.title === 'Rye bread')
  const restored = await call('revision_restore', { revisionId: rye.id })
  expect(restored.item.data.title).toBe('Rye bread')
  const copy = await call('content_duplicate', item)
  expect(copy.item).toMatchObject({ status: 'draft', data: { title: 'Rye bread (Copy)' } })
  const { translations } = await call('content_translations', item)
  expect(translations).toMatchObject([{ id, locale: 'en', status: 'scheduled' }])
}

async function surroundings(call: CallTool, id: string): Promise<void> {
  expect((await call('taxonomy_list', {})).items).toMatchObject([{ name: 'topics', hierarchical: true }])
  const term = { taxonomy: 'topics', slug: 'baking', label: 'Baking' }
  const made = await call('taxonomy_create_term', term)
  await call('taxonomy_create_term', {
    taxonomy: 'topics',
    slug: 'rye',
    label: 'Rye',
    parentId: made.item.id,
  })
  expect((await call('taxonomy_list_terms', { taxonomy: 'topics' })).items).toMatchObject([
    { slug: 'baking', parentId: null },
    { slug: 'rye', parentId: made.item.id },
  ])
  expect((await call('menu_list', {})).items).toMatchObject([{ name: 'main', itemCount: 1 }])
  expect((await call('menu_get', { name: 'main' })).item.items).toMatchObject([{ label: 'Home', url: '/' }])
  expect((await call('media_list', { mimeType: 'image/' })).items).toMatchObject([{ id }])
  const described = await call('media_update', { id, alt: 'A loaf', width: 800, height: 600 })
  expect(described.item).toMatchObject({ alt: 'A loaf', width: 800, height: 600 })
  expect((await call('media_get', { id })).item).toEqual(described.item)
  expect(await call('media_delete', { id })).toMatchObject({ success: true, usages: { isComplete: true } })
}

async function clearing(call: CallTool, id: string): Promise<void> {
  const item = { collection: 'notes', id }
  expect(await call('content_delete', item)).toEqual({ success: true })
  expect((await call('content_list_trashed', { collection: 'notes' })).items).toMatchObject([{ id }])
  expect((await call('content_restore', item)).item).toMatchObject({ id, status: 'scheduled' })
  await call('content_delete', item)
  expect(await call('content_permanent_delete', item)).toEqual({ success: true })
  expect((await call('content_list_trashed', { collection: 'notes' })).items).toEqual([])
  expect(await call('schema_delete_collection', { slug: 'notes', force: true })).toEqual({ success: true })
}
