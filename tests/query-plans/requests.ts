import type { Known } from './prepared.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** instead of the admin's token */
  readonly headers?: Readonly<Record<string, string>>
}

type Requests = (known: Known) => readonly (string | Request)[]

const nothing = 'q=zzzz'
const sorts = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'slug',
  'status',
  'title',
  'rank',
]

/** What lists of items take, alone and together, with what finds nothing among it. */
function contentLists(): string[] {
  const ways = [
    '',
    'view=live',
    'status=published',
    'status=draft',
    'status=scheduled',
    'locale=de',
    'locale=de&status=draft',
  ]
  const filters = [
    nothing,
    'q=title+99',
    'hasPendingDraft=true',
    'hasPendingDraft=false',
    `status=draft&${nothing}&locale=en`,
  ]
  const wheres = [
    'where[title]=title+99',
    'where[title][startsWith]=title+99',
    'where[rank]=7',
    'where[rank][lt]=3&orderBy=title',
    'where[related]=01J0000000000A000000000024',
    'where[picture]=01J0000000000A000000000024',
    'where[terms.topics]=clay*',
    'where[terms.topics]=clay&orderBy=title',
    'where[slug]=item-12',
    'where[createdAt][lt]=2000-01-01T00:00:00Z',
  ].flatMap((where) => [`${where}&view=live`, `${where}&view=live&locale=de`])
  // A third of the items has a pending draft, more than one request may look through; links know those of drafts.
  const latest = [
    'where[scheduledAt][gt]=1970-01-01T00:00:00.000Z&orderBy=updatedAt',
    'where[unpublishAt][gt]=1970-01-01T00:00:00.000Z&orderBy=updatedAt',
    'where[slug]=item-12',
    'where[related]=01J0000000000A000000000024',
    'where[updatedAt][lt]=2000-01-01T00:00:00Z',
  ]
  const sorted = sorts.flatMap((key) =>
    ways.flatMap((way) => ['asc', 'desc'].map((order) => `orderBy=${key}&order=${order}&${way}`)),
  )
  const filled = [
    ...sorts.flatMap((key) => [`orderBy=${key}&order=asc&view=live`, `orderBy=${key}&status=draft`]),
    ...wheres.filter((where) => !where.endsWith('locale=de')),
    'count=true&view=live',
    'count=true&view=live&where[rank]=7',
    'count=true&where[slug]=item-12',
    'ids=01J0000000000A000000000024,01J0000000000A000000000025&where[rank]=7&view=live&count=true',
    'q=title+99',
  ].map((query) => `${query}&locale=de&fallback=en`)
  const grouped = [
    ...sorts.flatMap((key) => [`orderBy=${key}&order=asc&view=live`, `orderBy=${key}&status=draft`]),
    ...wheres.filter((where) => !where.endsWith('locale=de')),
    ...latest,
    'count=true',
    'count=true&view=live&where[rank]=7',
    'count=true&where[slug]=item-12',
    'q=title+99',
    'include=translationGroup',
    'include=translationGroup&view=live',
  ].map((query) => `${query}&groupTranslations=true`)
  return [
    'limit=100',
    'count=true',
    'count=true&view=live&where[rank]=7',
    'count=true&view=live&where[rank]=7&where[slug]=item-12',
    'fields=title,rank',
    'include=related,picture,related.picture,terms,authorId',
    'include=related,picture,related.picture,terms,authorId&view=live&locale=de',
    'ids=01J0000000000A000000000024,01J0000000000A000000000025&where[rank]=7&view=live&count=true',
    ...sorted,
    ...filters,
    ...wheres,
    ...latest,
    ...filled,
    ...grouped,
  ].map((query) => `/content/posts?${query}`)
}

/** A transition of an item that the large tables hold. */
function transition(step: string, numbers: readonly number[], body: object = {}): Requests {
  return () =>
    numbers.map((number) => ({ method: 'POST', path: `/content/posts/item-${number}/${step}`, body }))
}

const item = '/content/posts/item-12'
const scheduledAt = '2090-01-01T00:00:00.000Z'

/** operation → the requests whose statements are looked at. A list that goes on is asked for its second page as well. */
export const requests: Readonly<Record<string, Requests>> = {
  'workspace.get': () => ['/workspace'],
  'overview.get': () => ['/overview'],
  'calendar.list': () => [
    '/calendar?from=2090-01-01T00:00:00Z&to=2090-02-12T00:00:00Z',
    '/calendar?from=2000-01-01T00:00:00Z&to=2000-02-12T00:00:00Z&collections=posts',
  ],
  'site.get': () => ['/site', '/site?locale=de'],
  'site.context': () => ['/site/context', '/site/context?collections=posts'],
  'site.map': () => ['/site-map', '/site-map?limit=10'],
  'content.list': contentLists,
  'content.listTrashed': () => ['/content/posts/trash'],
  'content.get': ({ itemId, previewToken }) => [
    item,
    `/content/posts/${itemId}?preview=${previewToken}&include=related.picture,terms,authorId&sourceMap=1`,
    `${item}?view=live`,
    `${item}?view=live&include=terms`,
    `${item}?include=terms`,
    `${item}?include=related.picture,terms,authorId&fields=title`,
    '/content/posts/item-11?locale=de',
    '/content/posts/nothing',
    '/content/posts/item-12?locale=de&fallback=en',
    '/content/posts/item-12?locale=de&fallback=en&view=live&include=terms,translationGroup',
  ],
  'content.create': ({ session }) => [
    {
      method: 'POST',
      path: '/content/posts',
      body: { data: { title: 'Title 6' } },
      headers: { ...session, 'idempotency-key': 'another' },
    },
    { method: 'POST', path: '/content/posts', body: { data: { title: 'Title 7' }, status: 'published' } },
  ],
  'content.bulk': ({ itemId }) => [
    {
      method: 'POST',
      path: '/content/posts/bulk',
      body: { ids: [itemId], action: 'update', data: { rank: 3 } },
    },
    {
      method: 'POST',
      path: '/content/posts/bulk',
      body: { where: { slug: 'item-12' }, action: 'addTerms', terms: { topics: ['Clay'] } },
    },
  ],
  'content.update': ({ termId }) => [
    {
      method: 'PUT',
      path: item,
      body: { data: { title: 'Title 8', related: `01J0000000000A000000000024` }, slug: 'item-new' },
    },
    { method: 'PUT', path: item, body: { terms: { topics: ['term-70', 'Clay'] } } },
    { method: 'PUT', path: '/content/posts/item-6', body: { data: { title: 'Draft' }, status: 'published' } },
    { method: 'PUT', path: '/content/posts/item-7', body: { terms: { topics: [termId] } } },
    { method: 'PUT', path: '/content/posts/item-8', body: { terms: { topics: [] }, status: 'published' } },
  ],
  'content.publish': transition('publish', [24, 26]),
  'content.unpublish': transition('unpublish', [30]),
  'content.undoPublication': transition('undo-publication', [66], {
    live: { data: { title: 'Title 66' }, slug: 'item-66-before', terms: { topics: [] } },
  }),
  'content.schedule': transition('schedule', [46, 42], {
    scheduledAt,
    unpublishAt: '2091-01-01T00:00:00.000Z',
  }),
  'content.unschedule': transition('unschedule', [48]),
  'content.discardDraft': transition('discard-draft', [54]),
  'content.duplicate': transition('duplicate', [60]),
  'content.delete': () => [{ method: 'DELETE', path: '/content/posts/item-72' }],
  'content.restore': () => [{ method: 'POST', path: '/content/posts/item-19/restore?locale=de', body: {} }],
  'content.deletePermanently': () => [
    { method: 'DELETE', path: '/content/posts/item-39/permanent?locale=de' },
  ],
  'content.compare': () => ['/content/posts/item-84/compare'],
  'content.translations': () => ['/content/posts/item-84/translations'],
  'revisions.list': () => ['/content/posts/item-84/revisions'],
  'revisions.get': ({ revisionId }) => [`/revisions/${revisionId}`],
  'revisions.restore': ({ revisionId }) => [
    { method: 'POST', path: `/revisions/${revisionId}/restore`, body: {} },
  ],
  'presence.list': ({ itemId }) => [
    '/presence?collection=posts',
    `/presence?collection=posts&itemId=${itemId}`,
  ],
  'presence.report': ({ itemId }) => [
    { method: 'PUT', path: `/content/posts/${itemId}/presence`, body: { tab: 'plan-tab-1', field: 'title' } },
  ],
  'presence.leave': ({ itemId }) => [
    { method: 'DELETE', path: `/content/posts/${itemId}/presence?tab=plan-tab-2` },
  ],
  'views.list': () => ['/views?collection=posts', '/views?collection=little'],
  'views.update': ({ viewId }) => [
    { method: 'PUT', path: `/views/${viewId}`, body: { name: 'Plan', shared: true, query: {} } },
  ],
  'views.setDefault': ({ viewId }) => [
    { method: 'POST', path: '/views/default', body: { collection: 'posts', id: viewId } },
    { method: 'POST', path: '/views/default', body: { collection: 'posts', id: null } },
  ],
  'preview.createLink': ({ itemId }) => [
    { method: 'POST', path: `/content/posts/${itemId}/preview-link`, body: {} },
    { method: 'POST', path: '/content/posts/item-84/preview-link', body: {} },
  ],
  'preview.revokeLinks': ({ itemId }) => [
    { method: 'DELETE', path: `/content/posts/${itemId}/preview-link` },
  ],
  'schema.listCollections': () => ['/schema/collections'],
  'schema.getCollection': () => ['/schema/collections/posts?includeFields=true'],
  'schema.listFields': () => ['/schema/collections/posts/fields'],
  'schema.usage': () => ['/schema/collections/posts/usage'],
  'schema.preview': () => [
    {
      method: 'POST',
      path: '/schema/collections/posts/preview',
      body: { updateField: { fieldSlug: 'title', required: true } },
    },
  ],
  'schema.export': () => ['/schema', '/schema?format=typescript'],
  'media.list': () => [
    '/media?limit=100',
    `/media?${nothing}`,
    '/media?mimeType=video/',
    '/media?mimeType=image/',
    '/media?unused=true&limit=100',
    '/media?folder=f7&limit=100',
    '/media?folder=f7&subfolders=true&limit=100',
    '/media?folder=f7&unused=true&mimeType=image/',
    '/media?tag=T1&limit=100',
    '/media?tag=T1&folder=f7',
    '/media?withoutAlt=true&limit=100',
    '/media?withoutAlt=true&folder=f7',
    '/media?usage=true&limit=100',
  ],
  'media.listFolders': () => ['/media/folders', '/media/folders?limit=2'],
  'media.listTags': () => ['/media/tags', '/media/tags?q=T'],
  'media.get': ({ mediaId }) => [`/media/${mediaId}`],
  'media.variantUrl': ({ mediaId }) => [`/media/${mediaId}/variant-url?w=64&h=64`],
  'media.usage': ({ mediaId }) => [`/media/${mediaId}/usage`],
  'search.query': () => [
    ...['everywhere', 'w77', 'zzzz', '"everywhere w77"', 'everywhere w7*', 'evrywhere'].map(
      (q) => `/search?q=${encodeURIComponent(q)}`,
    ),
    '/search?q=everywhere&collections=posts&locale=en',
    '/search?q=w77&collections=posts&locale=de',
    '/search?q=everywhere&status=draft',
    '/search?q=w77&status=scheduled',
  ],
  'search.suggest': () => ['/search/suggest?q=every', '/search/suggest?q=w77'],
  'search.rebuild': () => [{ method: 'POST', path: '/search/rebuild', body: { collections: ['little'] } }],
  'search.stats': () => ['/search/stats'],
  'sections.list': () => [
    '/sections',
    '/sections?search=zzzz',
    '/sections?source=import',
    '/sections?locale=de',
    '/sections?locale=de&search=zzzz',
  ],
  'sections.get': () => ['/sections/hero', '/sections/hero?locale=de'],
  'sections.update': () => [
    { method: 'PUT', path: '/sections/hero', body: { title: 'Top' } },
    { method: 'PUT', path: '/sections/hero?locale=de', body: { title: 'Oben', description: null } },
  ],
  'settings.get': () => ['/settings', '/settings?locale=de'],
  'settings.update': () => [{ method: 'POST', path: '/settings?locale=de', body: { tagline: 'Neu' } }],
  'redirects.list': () => ['/redirects', '/redirects?limit=100'],
  'redirects.resolve': () => [
    '/redirects/resolve?path=/old-70',
    '/redirects/resolve?path=/old-71',
    '/redirects/resolve?path=/former/item-60',
  ],
  'redirects.create': () => [
    { method: 'POST', path: '/redirects', body: { from: '/new-80', to: '/old-70' } },
    { method: 'POST', path: '/redirects', body: { from: '/new-81', to: '/en/2000/item-60' } },
  ],
  'redirects.delete': () => [{ method: 'DELETE', path: '/redirects?from=/old-72' }],
  'menus.list': () => ['/menus', '/menus?locale=de'],
  'menus.get': () => ['/menus/main', '/menus/main?locale=de'],
  'menus.update': () => [{ method: 'PUT', path: '/menus/main?locale=de', body: { label: 'Neu' } }],
  'menus.updateItem': ({ menuItemId }) => [
    { method: 'PUT', path: `/menus/main/items/${menuItemId}?locale=de`, body: { label: 'Neu' } },
  ],
  'menus.setItems': ({ menuItemId }) => [
    { method: 'PUT', path: '/menus/main/items', body: { items: [{ id: menuItemId, label: 'Kept' }] } },
  ],
  'taxonomies.list': () => ['/taxonomies', '/taxonomies?locale=de'],
  'taxonomies.get': () => ['/taxonomies/topics', '/taxonomies/topics?locale=de'],
  'references.find': ({ termId, itemId }) => [`/references/${termId}`, `/references/${itemId}`],
  'references.check': () => ['/references?collection=posts'],
  'terms.list': () => ['/taxonomies/topics/terms?limit=100', '/taxonomies/topics/terms?limit=100&locale=de'],
  'terms.get': () => ['/taxonomies/topics/terms/term-77', '/taxonomies/topics/terms/term-77?locale=de'],
  'terms.create': () => [{ method: 'POST', path: '/taxonomies/topics/terms', body: { label: 'Term 7' } }],
  'terms.update': ({ termId }) => [
    {
      method: 'PUT',
      path: '/taxonomies/topics/terms/term-78',
      body: { label: 'Other', slug: 'other', parentId: termId },
    },
    { method: 'PUT', path: '/taxonomies/topics/terms/term-76?locale=de', body: { label: 'Neu' } },
  ],
  'terms.delete': () => [{ method: 'DELETE', path: '/taxonomies/topics/terms/term-79' }],
  'terms.merge': () => [
    { method: 'POST', path: '/taxonomies/topics/terms/term-75/merge', body: { into: 'term-74' } },
  ],
  'terms.listOfItem': () => [
    '/content/posts/item-84/terms/topics',
    '/content/posts/item-84/terms/topics?view=live',
    '/content/posts/item-84/terms/topics?locale=en',
  ],
  'terms.setOfItem': ({ termId }) => [
    { method: 'POST', path: `${item}/terms/topics`, body: { termIds: [termId] } },
  ],
  'widgets.listAreas': () => ['/widget-areas', '/widget-areas?locale=de'],
  'widgets.getArea': () => ['/widget-areas/sidebar', '/widget-areas/sidebar?locale=de'],
  'widgets.updateArea': () => [
    { method: 'PUT', path: '/widget-areas/sidebar?locale=de', body: { label: 'Neu' } },
  ],
  'plugins.list': () => ['/plugins'],
  'plugins.get': () => ['/plugins/embeds'],
  'imports.list': () => ['/import/external?limit=100'],
  'imports.get': ({ analysisId }) => [`/import/external/${analysisId}`],
  'imports.report': ({ analysisId }) =>
    ['created', 'failed'].map((outcome) => `/import/external/${analysisId}/report?outcome=${outcome}`),
  'events.list': () => [
    '/events',
    '/events?limit=1000&types=content.published&collections=posts',
    '/events?types=term.deleted,menu.updated',
  ],
  'backup.get': () => ['/admin/backup'],
  'webhooks.list': () => ['/webhooks'],
  'webhooks.get': ({ webhookId }) => [`/webhooks/${webhookId}`],
  'webhooks.deliveries': ({ webhookId }) => [`/webhooks/${webhookId}/deliveries`],
  'users.list': () =>
    ['', 'role=50', 'role=40', 'disabled=true', 'search=zzzz', 'search=u77'].map(
      (query) => `/admin/users?${query}`,
    ),
  'users.get': ({ userId }) => [`/admin/users/${userId}`],
  'users.names': ({ userId }) => [`/users/names?ids=${userId}`, '/users/names?search=nobody'],
  'tokens.list': () => ['/admin/api-tokens'],
  'tokens.listOfSite': () => ['/admin/site-tokens'],
  'changes.list': ({ userId, itemId }) =>
    ['', `userId=${userId}`, `item=${itemId}`, 'collection=posts', 'type=menu'].map(
      (query) => `/changes?${query}`,
    ),
  'changeSets.list': () => ['/change-sets', '/change-sets?state=open', '/change-sets?state=applied&limit=2'],
  'changeSets.get': ({ changeSetId }) => [`/change-sets/${changeSetId}`],
  'changeSets.diff': ({ changeSetId }) => [`/change-sets/${changeSetId}/diff`],
  'audit.list': ({ userId }) =>
    [
      ...[
        '',
        `userId=${userId}`,
        `tokenId=${userId}`,
        `sessionId=${userId}`,
        `clientId=none`,
        'action=media.update',
      ],
      ...[
        'action=media.delete',
        'targetType=content',
        'targetType=media',
        'targetType=term',
        `targetId=${userId}`,
        'interface=mcp',
      ],
      ...[
        'interface=rest',
        'from=2090-01-01T00:00:00Z',
        'to=2000-01-01T00:00:00Z',
        `userId=${userId}&interface=mcp&targetType=menu`,
      ],
      // All pages of an export.
      ...['format=ndjson', 'format=ndjson&targetType=term', 'format=ndjson&to=2000-01-01T00:00:00Z'],
    ].map((query) => `/admin/audit?${query}`),
  'setup.status': () => ['/setup/status'],
  'auth.me': ({ session }) => ['/auth/me', { method: 'GET', path: '/auth/me', headers: session }],
  'auth.sendMagicLink': () => [
    { method: 'POST', path: '/auth/magic-link/send', body: { email: 'u77@example.com' } },
  ],
  'setup.begin': () => [
    { method: 'POST', path: '/setup/admin', body: { code: 'none', email: 'a@example.com', name: 'A' } },
  ],
  'auth.acceptOptions': () => [
    { method: 'POST', path: '/auth/invite/accept/options', body: { token: 'none' } },
  ],
  'passkeys.signInOptions': () => [{ method: 'POST', path: '/auth/passkey/options', body: {} }],
  'passkeys.registerOptions': ({ session }) => [
    { method: 'POST', path: '/auth/passkey/register/options', headers: session, body: {} },
  ],
  'sessions.reauthenticateOptions': ({ session }) => [
    { method: 'POST', path: '/auth/reauthenticate/options', headers: session, body: {} },
  ],
  'passkeys.list': ({ session }) => [{ method: 'GET', path: '/auth/passkey', headers: session }],
  'sessions.list': ({ session }) => [{ method: 'GET', path: '/auth/sessions', headers: session }],
  'apps.list': ({ session }) => [{ method: 'GET', path: '/auth/apps', headers: session }],
}
