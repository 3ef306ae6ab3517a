import { dataOf } from './answers.ts'
import { fresh, send, type Way } from './change.ts'
import { changeSetChanges } from './change-set-changes.ts'
import { inAnHour, makeCollection, makeItem, type State } from './content.ts'
import { prepareImport } from './exports.ts'
import { identityChanges } from './identity-changes.ts'
import type { Any } from './json.ts'
import { formOf, picture, uploaded } from './media.ts'
import type { TestService } from './service.ts'
import { oauthChanges } from './oauth-changes.ts'
import { make } from './site.ts'
import { refusedAddress } from './webhooks.ts'

async function idOf(sent: Promise<unknown>): Promise<string> {
  return ((await sent) as { item: { id: string } }).item.id
}

const supports = ['drafts', 'revisions', 'scheduling']

async function collection(service: TestService): Promise<string> {
  const slug = fresh()
  const fields = ['title', 'text'].map((field) => ({ slug: field, type: 'string' }))
  await makeCollection(service, slug, { supports, fields })
  return slug
}

/** A change of an item that is in a state; `send` is what is asked of its path. */
function ofItem(state: State, method: string, step: string, body?: object): Way {
  return async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug, { state })
    const at = body !== undefined && 'scheduledAt' in body ? { scheduledAt: inAnHour(service) } : body
    await send(service, method, `/content/${slug}/${id}${step}`, at)
    return { type: 'content', id }
  }
}

async function menu(service: TestService): Promise<{ path: string; item: string; id: string }> {
  const name = fresh()
  const { id } = await make(service, '/menus', { name, label: 'M' })
  const path = `/menus/${name}`
  const item = (await make(service, `${path}/items`, { type: 'custom', customUrl: '/', label: 'I' })).id
  return { path, item, id }
}

async function taxonomy(service: TestService): Promise<{ path: string; term: string; id: string }> {
  const name = fresh()
  const { id } = await make(service, '/taxonomies', { name, label: 'T', collections: [] })
  const path = `/taxonomies/${name}`
  return { path, id, term: (await make(service, `${path}/terms`, { slug: 'a', label: 'A' })).id }
}

async function area(service: TestService): Promise<{ path: string; widgets: string[]; id: string }> {
  const name = fresh()
  const { id } = await make(service, '/widget-areas', { name, label: 'W' })
  const path = `/widget-areas/${name}`
  const widgets = [
    await make(service, `${path}/widgets`, { type: 'content', title: 'A' }),
    await make(service, `${path}/widgets`, { type: 'content', title: 'B' }),
  ]
  return { path, id, widgets: widgets.map((widget) => widget.id) }
}

/** A change of an import that was analysed, and is under way where it is to be cancelled. */
function ofImport(method: string, step: string): Way {
  return async (service) => {
    const id = await prepareImport(service, step === '/cancel' ? 'imports.cancel' : '')
    if (step === '/execute') await send(service, method, '/import/external/execute', { analysisId: id })
    else await send(service, method, `/import/external/${id}${step}`)
    return { type: 'import', id }
  }
}

async function webhook(service: TestService): Promise<string> {
  return (await make(service, '/webhooks', { url: refusedAddress })).id
}

/** operation → a change by it, with all that it needs */
export const changes: Readonly<Record<string, Way>> = {
  'content.create': async (service) => {
    const slug = await collection(service)
    return { type: 'content', id: (await makeItem(service, slug)).id }
  },
  'content.update': ofItem('draft', 'PUT', '', { data: { title: 'Other' } }),
  'content.edit': ofItem('draft', 'POST', '/edit', {
    field: 'title',
    edits: [{ find: 'First', replace: 'Last' }],
  }),
  'content.bulk': async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug)
    await send(service, 'POST', `/content/${slug}/bulk`, { ids: [id], action: 'publish' })
    return { type: 'content', id }
  },
  'content.delete': ofItem('draft', 'DELETE', ''),
  'content.restore': ofItem('trash', 'POST', '/restore', {}),
  'content.deletePermanently': ofItem('trash', 'DELETE', '/permanent'),
  'content.publish': ofItem('draft', 'POST', '/publish', {}),
  'content.unpublish': ofItem('published', 'POST', '/unpublish', {}),
  'content.undoPublication': ofItem('published', 'POST', '/undo-publication', { live: null }),
  'content.schedule': ofItem('draft', 'POST', '/schedule', { scheduledAt: '' }),
  'content.unschedule': ofItem('scheduled+time', 'POST', '/unschedule', {}),
  'content.discardDraft': ofItem('published+draft', 'POST', '/discard-draft', {}),
  'content.duplicate': async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug)
    return { type: 'content', id: await idOf(send(service, 'POST', `/content/${slug}/${id}/duplicate`, {})) }
  },
  'changes.undo': async (service) => {
    const slug = await collection(service)
    const undone = async (method: string, path: string, body?: object): Promise<Any> => {
      const answer = await service.ask(method, path, body === undefined ? {} : { body })
      await send(service, 'POST', `/changes/${String(answer.headers['x-octavo-change-id'])}/undo`)
      return answer.body
    }
    const { id } = (await undone('POST', `/content/${slug}`, { data: { title: 'A' } })).data.item
    // What has large tables behind it; the site has few of everything else.
    const { path } = await taxonomy(service)
    await make(service, `${path}/terms`, { slug: 'b', label: 'B' })
    await undone('POST', `${path}/terms/a/merge`, { into: 'b' })
    await undone('DELETE', `${path}?force=true`)
    await undone('DELETE', (await menu(service)).path)
    await undone('DELETE', `/redirects?from=${(await redirect(service)).from}`)
    return { type: 'content', id }
  },
  'revisions.restore': async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug, { state: 'published+draft' })
    const { items } = dataOf(await service.ask('GET', `/content/${slug}/${id}/revisions`))
    await send(service, 'POST', `/revisions/${items.at(-1).id}/restore`, {})
    return { type: 'content', id }
  },
  'preview.createLink': ofItem('draft', 'POST', '/preview-link', {}),
  'preview.revokeLinks': async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug)
    await send(service, 'POST', `/content/${slug}/${id}/preview-link`, {})
    await send(service, 'DELETE', `/content/${slug}/${id}/preview-link`)
    return { type: 'content', id }
  },
  'views.create': async (service) => ({ type: 'view', id: await view(service) }),
  'views.update': async (service) => {
    const id = await view(service)
    await send(service, 'PUT', `/views/${id}`, { name: 'Other', shared: true })
    return { type: 'view', id }
  },
  'views.delete': async (service) => {
    const id = await view(service)
    await send(service, 'DELETE', `/views/${id}`)
    return { type: 'view', id }
  },
  'views.setDefault': async (service) => {
    const slug = await collection(service)
    const { id } = await make(service, '/views', { collection: slug, name: 'Mine', query: {} })
    await send(service, 'POST', '/views/default', { collection: slug, id })
    return { type: 'view', id }
  },
  'schema.createCollection': async (service) => ({
    type: 'collection',
    id: (await make(service, '/schema/collections', { slug: fresh(), label: 'C' })).id,
  }),
  'schema.updateCollection': async (service) => {
    const path = `/schema/collections/${await collection(service)}`
    return { type: 'collection', id: await idOf(send(service, 'PATCH', path, { label: 'Other' })) }
  },
  'schema.deleteCollection': async (service) => {
    await send(service, 'DELETE', `/schema/collections/${await collection(service)}`)
    return { type: 'collection' }
  },
  'schema.createField': async (service) => {
    const path = `/schema/collections/${await collection(service)}/fields`
    return { type: 'field', id: (await make(service, path, { slug: 'n', label: 'N', type: 'integer' })).id }
  },
  'schema.updateField': async (service) => {
    const path = `/schema/collections/${await collection(service)}/fields/title`
    return { type: 'field', id: await idOf(send(service, 'PATCH', path, { label: 'Other' })) }
  },
  'schema.deleteField': async (service) => {
    await send(service, 'DELETE', `/schema/collections/${await collection(service)}/fields/title`)
    return { type: 'field' }
  },
  'schema.reorderFields': async (service) => {
    const path = `/schema/collections/${await collection(service)}/fields/reorder`
    await send(service, 'POST', path, { fieldSlugs: ['text', 'title'] })
    return { type: 'field' }
  },
  'media.create': async (service) => ({
    type: 'media',
    id: (await uploaded(service, { content: await picture() })).id,
  }),
  'media.upload': async (service) => {
    const { uploadUrl } = (await send(service, 'POST', '/media/upload', {})) as { uploadUrl: string }
    const path = new URL(uploadUrl).pathname.replace('/_cms/api', '')
    dataOf(await service.ask('PUT', path, { token: null, body: await picture() }), 201)
    const body = { base64: (await picture()).toString('base64'), filename: 'a.png' }
    return { type: 'media', id: await idOf(send(service, 'POST', '/media/upload', body)) }
  },
  'media.update': async (service) => {
    const { id } = await uploaded(service, { content: await picture() })
    await send(service, 'PUT', `/media/${id}`, { alt: 'Other' })
    return { type: 'media', id }
  },
  'media.delete': async (service) => {
    const { id } = await uploaded(service, { content: await picture() })
    await send(service, 'DELETE', `/media/${id}`)
    return { type: 'media', id }
  },
  'media.bulk': async (service) => {
    const { id } = await uploaded(service, { content: await picture() })
    await send(service, 'POST', '/media/bulk', { ids: [id], action: 'tag', tags: ['Jars'] })
    return { type: 'media', id }
  },
  'media.moveFolder': async (service) => {
    const folder = fresh()
    const { id } = await uploaded(service, { content: await picture() })
    await send(service, 'PUT', `/media/${id}`, { folder })
    await send(service, 'POST', '/media/folders/move', { folder, to: `${folder}/below`.slice(1) })
    return { type: 'media', id }
  },
  'media.replace': async (service) => {
    const { id } = await uploaded(service, { content: await picture() })
    const file = { filename: 'b.png', type: 'image/png', content: await picture() }
    dataOf(await service.ask('POST', `/media/${id}/replace`, formOf([{ name: 'file', ...file }])))
    return { type: 'media', id }
  },
  'media.createUploadUrl': async (service) => ({ type: 'media', id: (await direct(service)).mediaId }),
  'media.confirm': async (service) => {
    const { mediaId, uploadUrl, headers, content } = await direct(service)
    const { 'content-length': _, ...rest } = headers
    const put = await fetch(uploadUrl, { method: 'PUT', headers: rest, body: new Uint8Array(content) })
    if (!put.ok) throw new Error(`The object store answered ${put.status}.`)
    await send(service, 'POST', `/media/${mediaId}/confirm`)
    return { type: 'media', id: mediaId }
  },
  'sections.create': async (service) => ({ type: 'section', id: (await section(service)).id }),
  'sections.update': async (service) => {
    const { path, id } = await section(service)
    await send(service, 'PUT', path, { title: 'Other' })
    return { type: 'section', id }
  },
  'sections.delete': async (service) => {
    const { path, id } = await section(service)
    await send(service, 'DELETE', path)
    return { type: 'section', id }
  },
  'redirects.create': async (service) => ({ type: 'redirect', id: (await redirect(service)).id }),
  'redirects.delete': async (service) => {
    const { from, id } = await redirect(service)
    await send(service, 'DELETE', `/redirects?from=${from}`)
    return { type: 'redirect', id }
  },
  'backup.resume': async (service) => {
    // As a restore leaves it.
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `INSERT INTO counters (name, value) VALUES ('paused', 1) ON CONFLICT (name) DO UPDATE SET value = 1`,
        [],
      ),
    )
    await send(service, 'POST', '/admin/backup/resume', {})
    return { type: 'backup' }
  },
  'webhooks.create': async (service) => ({ type: 'webhook', id: await webhook(service) }),
  'webhooks.update': async (service) => {
    const id = await webhook(service)
    await send(service, 'PUT', `/webhooks/${id}`, { isPaused: true })
    return { type: 'webhook', id }
  },
  'webhooks.delete': async (service) => {
    const id = await webhook(service)
    await send(service, 'DELETE', `/webhooks/${id}`)
    return { type: 'webhook', id }
  },
  'webhooks.rotateSecret': async (service) => {
    const id = await webhook(service)
    await send(service, 'POST', `/webhooks/${id}/rotate-secret`)
    return { type: 'webhook', id }
  },
  'webhooks.test': async (service) => {
    const id = await webhook(service)
    await send(service, 'POST', `/webhooks/${id}/test`)
    return { type: 'webhook', id }
  },
  'webhooks.redeliver': async (service) => {
    const id = await webhook(service)
    const delivery = await idOf(send(service, 'POST', `/webhooks/${id}/test`))
    await send(service, 'POST', `/webhooks/${id}/deliveries/${delivery}/redeliver`)
    return { type: 'webhook', id }
  },
  'settings.update': async (service) => {
    await send(service, 'POST', '/settings', { tagline: fresh() })
    return { type: 'settings' }
  },
  'menus.create': async (service) => ({ type: 'menu', id: (await menu(service)).id }),
  'menus.update': async (service) => {
    const { path, id } = await menu(service)
    await send(service, 'PUT', path, { label: 'Other' })
    return { type: 'menu', id }
  },
  'menus.delete': async (service) => {
    const { path, id } = await menu(service)
    await send(service, 'DELETE', path)
    return { type: 'menu', id }
  },
  'menus.addItem': async (service) => ({ type: 'menuItem', id: (await menu(service)).item }),
  'menus.updateItem': async (service) => {
    const { path, item } = await menu(service)
    await send(service, 'PUT', `${path}/items/${item}`, { label: 'Other' })
    return { type: 'menuItem', id: item }
  },
  'menus.deleteItem': async (service) => {
    const { path, item } = await menu(service)
    await send(service, 'DELETE', `${path}/items/${item}`)
    return { type: 'menuItem', id: item }
  },
  'menus.reorder': async (service) => {
    const { path, item } = await menu(service)
    await send(service, 'POST', `${path}/reorder`, { items: [{ id: item, parentId: null, sortOrder: 7 }] })
    return { type: 'menuItem', id: item }
  },
  'menus.setItems': async (service) => {
    const { path, item } = await menu(service)
    await send(service, 'PUT', `${path}/items`, { items: [{ id: item, label: 'Other' }] })
    return { type: 'menuItem', id: item }
  },
  'taxonomies.create': async (service) => ({ type: 'taxonomy', id: (await taxonomy(service)).id }),
  'taxonomies.update': async (service) => {
    const { path, id } = await taxonomy(service)
    await send(service, 'PUT', path, { label: 'Other' })
    return { type: 'taxonomy', id }
  },
  'taxonomies.delete': async (service) => {
    const { path, id } = await taxonomy(service)
    await send(service, 'DELETE', `${path}?force=true`)
    return { type: 'taxonomy', id }
  },
  'terms.create': async (service) => ({ type: 'term', id: (await taxonomy(service)).term }),
  'terms.update': async (service) => {
    const { path, term } = await taxonomy(service)
    await send(service, 'PUT', `${path}/terms/a`, { label: 'Other' })
    return { type: 'term', id: term }
  },
  'terms.delete': async (service) => {
    const { path, term } = await taxonomy(service)
    await send(service, 'DELETE', `${path}/terms/a`)
    return { type: 'term', id: term }
  },
  'terms.merge': async (service) => {
    const { path, term } = await taxonomy(service)
    await make(service, `${path}/terms`, { slug: 'b', label: 'B' })
    await send(service, 'POST', `${path}/terms/a/merge`, { into: 'b' })
    return { type: 'term', id: term }
  },
  'terms.setOfItem': async (service) => {
    const slug = await collection(service)
    const { id } = await makeItem(service, slug)
    const { path, term } = await taxonomy(service)
    await send(service, 'PUT', path, { collections: [slug] })
    const [, , name] = path.split('/')
    await send(service, 'POST', `/content/${slug}/${id}/terms/${name}`, { termIds: [term] })
    return { type: 'content', id }
  },
  'widgets.createArea': async (service) => ({ type: 'widgetArea', id: (await area(service)).id }),
  'widgets.updateArea': async (service) => {
    const { path, id } = await area(service)
    await send(service, 'PUT', path, { label: 'Other' })
    return { type: 'widgetArea', id }
  },
  'widgets.deleteArea': async (service) => {
    const { path, id } = await area(service)
    await send(service, 'DELETE', path)
    return { type: 'widgetArea', id }
  },
  'widgets.create': async (service) => ({ type: 'widget', id: (await area(service)).widgets[1] ?? '' }),
  'widgets.update': async (service) => {
    const { path, widgets } = await area(service)
    await send(service, 'PUT', `${path}/widgets/${widgets[0]}`, { title: 'Other' })
    return { type: 'widget', id: widgets[0] ?? '' }
  },
  'widgets.delete': async (service) => {
    const { path, widgets } = await area(service)
    await send(service, 'DELETE', `${path}/widgets/${widgets[0]}`)
    return { type: 'widget', id: widgets[0] ?? '' }
  },
  'widgets.reorder': async (service) => {
    const { path, widgets, id } = await area(service)
    await send(service, 'POST', `${path}/reorder`, { widgetIds: widgets.toReversed() })
    return { type: 'widgetArea', id }
  },
  'plugins.enable': async (service) => {
    await send(service, 'POST', '/plugins/embeds/disable', {})
    await send(service, 'POST', '/plugins/embeds/enable', {})
    return { type: 'plugin', id: 'embeds' }
  },
  'plugins.disable': async (service) => {
    await send(service, 'POST', '/plugins/embeds/enable', {})
    await send(service, 'POST', '/plugins/embeds/disable', {})
    return { type: 'plugin', id: 'embeds' }
  },
  'plugins.update': async (service) => {
    await send(service, 'PATCH', '/plugins/every-hook', { settings: { greeting: fresh() } })
    return { type: 'plugin', id: 'every-hook' }
  },
  'imports.analyze': async (service) => ({ type: 'import', id: await prepareImport(service, '') }),
  'imports.execute': ofImport('POST', '/execute'),
  'imports.cancel': ofImport('POST', '/cancel'),
  'imports.delete': ofImport('DELETE', ''),
  ...identityChanges,
  ...changeSetChanges,
  ...oauthChanges,
}

async function view(service: TestService): Promise<string> {
  return (await make(service, '/views', { collection: await collection(service), name: 'Mine', query: {} }))
    .id
}

async function redirect(service: TestService): Promise<{ from: string; id: string }> {
  const from = `/${fresh()}`
  return { from, id: (await make(service, '/redirects', { from, to: '/new' })).id }
}

async function section(service: TestService): Promise<{ path: string; id: string }> {
  const slug = fresh()
  return { path: `/sections/${slug}`, id: (await make(service, '/sections', { slug, title: 'S' })).id }
}

interface Direct {
  mediaId: string
  uploadUrl: string
  headers: Record<string, string>
  content: Buffer
}

async function direct(service: TestService): Promise<Direct> {
  const content = await picture()
  const body = { filename: 'a.png', mimeType: 'image/png', size: content.length }
  return { ...dataOf(await service.ask('POST', '/media/upload-url', { body }), 201), content }
}
