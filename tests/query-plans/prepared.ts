import { dataOf } from '../setup/answers.ts'
import { filledSet } from '../setup/change-set-changes.ts'
import { changes } from '../setup/changes.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { execute, prepareImport } from '../setup/exports.ts'
import { fetchFile, picture, uploaded } from '../setup/media.ts'
import { authorizeApp, personWithSession, registerApp, requestFor, send } from '../setup/oauth.ts'
import type { TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { refusedAddress } from '../setup/webhooks.ts'

/** What the requests name: ids of what was made before the tables grew. */
export interface Known {
  readonly mediaId: string
  readonly itemId: string
  /** of a preview link to that item */
  readonly previewToken: string
  readonly userId: string
  readonly webhookId: string
  readonly changeSetId: string
  readonly analysisId: string
  readonly termId: string
  readonly revisionId: string
  readonly viewId: string
  readonly menuItemId: string
  readonly session: Readonly<Record<string, string>>
}

/** Makes a row in each large table, through the interface. */
export async function prepare(service: TestService): Promise<Known> {
  const supports = ['drafts', 'revisions', 'scheduling', 'search']
  const fields = [
    { slug: 'title', type: 'string', searchable: true },
    { slug: 'rank', type: 'number' },
    { slug: 'picture', type: 'image' },
    { slug: 'related', type: 'reference', options: { collection: 'posts' } },
  ]
  await makeCollection(service, 'posts', { supports, fields })
  await makeCollection(service, 'little', { supports })
  const { id: mediaId, storageKey } = await uploaded(service, { content: await picture() })
  dataOf(await service.ask('PUT', `/media/${mediaId}`, { body: { tags: ['T'] } }))
  await fetchFile(service, storageKey, { query: '?w=64' })
  const { id: deletedId } = await uploaded(service, { content: 'deleted' })
  dataOf(await service.ask('DELETE', `/media/${deletedId}`))
  const former = await make(service, '/content/little', {})
  for (const way of ['', '/permanent'])
    dataOf(await service.ask('DELETE', `/content/little/${former.id}${way}`))
  const timed = await makeItem(service, 'posts', { state: 'scheduled+time' })
  const end = { body: { unpublishAt: '2091-01-01T00:00:00.000Z' } }
  dataOf(await service.ask('POST', `/content/posts/${timed.id}/schedule`, end))
  const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
  await make(service, '/taxonomies', {
    name: 'topics',
    label: 'Topics',
    hierarchical: true,
    collections: ['posts'],
  })
  const { id: termId } = await make(service, '/taxonomies/topics/terms', { label: 'Clay' })
  const termIds = [termId]
  // Those of a published item would wait in its draft.
  const { id: plain } = await makeItem(service, 'posts')
  dataOf(await service.ask('POST', `/content/posts/${plain}/terms/topics`, { body: { termIds } }))
  const headers = { 'idempotency-key': 'first' }
  dataOf(await service.ask('POST', '/content/posts', { body: { data: { title: 'Once' } }, headers }), 201)
  const presence = `/content/posts/${plain}/presence`
  dataOf(await service.ask('PUT', presence, { body: { tab: 'plan-tab-0' } }))
  const { id: viewId } = await make(service, '/views', { collection: 'posts', name: 'First', query: {} })
  dataOf(await service.ask('POST', '/views/default', { body: { collection: 'posts', id: viewId } }))
  dataOf(await service.ask('POST', '/media/upload', { body: {} }), 201)
  const link = dataOf(await service.ask('POST', `/content/posts/${plain}/preview-link`, { body: {} }), 201)
  for (const urlPattern of ['/former/{slug}', '/{locale}/{publishedAt:yyyy}/{slug}'])
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern } }))
  await make(service, '/redirects', { from: '/old-0', to: '/new-0' })
  await make(service, '/sections', { slug: 'hero', title: 'Hero' })
  await make(service, '/menus', { name: 'main', label: 'Main' })
  const { id: menuItemId } = await make(service, '/menus/main/items', {
    type: 'post',
    referenceCollection: 'posts',
    referenceId: id,
    label: 'One',
  })
  await make(service, '/widget-areas', { name: 'sidebar', label: 'Sidebar' })
  for (const path of ['/menus/main', '/widget-areas/sidebar', '/taxonomies/topics/terms/clay'])
    dataOf(await service.ask('PUT', `${path}?locale=de`, { body: { label: 'Neu' } }))
  const changeSetId = await filledSet(service)
  dataOf(await service.ask('POST', `/change-sets/${changeSetId}/submit`, { body: {} }))
  const { id: webhookId } = await make(service, '/webhooks', { url: refusedAddress })
  dataOf(await service.ask('POST', `/webhooks/${webhookId}/test`))
  const analysisId = await prepareImport(service, '')
  await execute(service, analysisId)
  for (const operation of ['passkeys.register', 'auth.invite', 'oauth.exchangeDevice'])
    await changes[operation]?.(service)
  const person = await personWithSession(service, 40)
  await authorizeApp(service, person, requestFor(await registerApp(service)))
  const form = { client_id: 'octavo-cli', scope: 'content:read' }
  await send(service, 'POST', '/_cms/api/oauth/device/code', { form })
  dataOf(await service.ask('POST', '/auth/passkey/options', { token: null, body: {} }))
  // Indexes what was saved.
  await service.ask('GET', '/search?q=first')
  const { items } = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`))
  return {
    mediaId,
    itemId: plain,
    previewToken: link.item.token,
    userId: person.userId,
    webhookId,
    changeSetId,
    analysisId,
    termId,
    revisionId: items[0].id,
    menuItemId,
    viewId,
    session: person.session,
  }
}
