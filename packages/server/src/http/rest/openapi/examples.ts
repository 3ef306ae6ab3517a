import type { Operation } from '@octavo/contract/define'

/** The path parameters of examples: a collection, an item and a field that other examples create. */
const pathParameters: Readonly<Record<string, string>> = {
  collection: 'posts',
  collectionSlug: 'posts',
  slug: 'posts',
  id: 'hello-world',
  entryId: 'hello-world',
  fieldSlug: 'title',
  pluginId: 'embeds',
}

/** The path parameters of the examples of a resource, if they differ from the general ones; empty for generated ids. */
const pathParametersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  media: {},
  users: {},
  tokens: {},
  apps: {},
  passkeys: {},
  sessions: {},
  imports: {},
  webhooks: {},
  views: {},
  changes: {},
  changeSets: {},
  references: {},
  presence: { collection: 'posts' },
  sections: { section: 'newsletter' },
  menus: { name: 'main' },
  taxonomies: { name: 'topics' },
  terms: { collection: 'posts', id: 'hello-world', taxonomy: 'topics', term: 'news' },
  widgets: { name: 'sidebar' },
}

/** replaces a secret that the service printed or mailed */
const secret = 'R2hWb2x1bWVPY3Rhdm8'

const firstAdmin = { code: secret, email: 'ada@example.com', name: 'Ada Lovelace' }

/** Only the beginning of a credential, because signed bytes cannot be invented. */
const credential = { id: 'AXpGb28', rawId: 'AXpGb28', type: 'public-key' }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4'
const registration = { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } }
const assertion = {
  ...credential,
  response: { clientDataJSON, authenticatorData: 'SZYN5Y', signature: 'MEUCIQ' },
}

/** The example input besides the path, by operation. `$ID` and the like are variables of the shell. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'content.list': { limit: 10 },
  'content.listTrashed': { limit: 10 },
  'content.create': { data: { title: 'Hello, world' } },
  'content.update': { data: { title: 'Hello again' } },
  'content.edit': { field: 'title', edits: [{ find: 'First', replace: 'Second' }] },
  'content.bulk': { ids: ['hello-world'], action: 'publish' },
  'content.undoPublication': { live: { data: { title: 'Hello, world' }, slug: 'hello-world' } },
  'content.schedule': { scheduledAt: '2099-01-01T09:00:00+01:00' },
  'changeSets.create': { name: 'Spring issue' },
  'changeSets.update': { name: 'Spring issue', description: 'Goes live on Monday' },
  'changeSets.submit': { comment: 'Ready' },
  'changeSets.review': { decision: 'approve' },
  'changeSets.schedule': { applyAt: '2099-01-01T09:00:00+01:00' },
  'calendar.list': { from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z' },
  'presence.list': { collection: 'posts' },
  'presence.report': { tab: 'k3v9x2m7', field: 'title' },
  'presence.leave': { tab: 'k3v9x2m7' },
  'views.list': { collection: 'posts' },
  'views.create': { collection: 'posts', name: 'To review', query: { status: 'draft', sort: 'updatedAt' } },
  'views.update': { shared: true },
  'views.setDefault': { collection: 'posts', id: null },
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
  'schema.preview': { createField: { slug: 'summary', label: 'Summary', type: 'text', defaultValue: '' } },
  'references.check': { collection: 'posts' },
  'media.upload': { base64: 'aGVsbG8=', filename: 'hello.txt', mimeType: 'text/plain' },
  'media.list': { mimeType: 'image/' },
  'media.create': { filename: 'harbour.jpg', mimeType: 'image/jpeg', storageKey: 'harbour.jpg' },
  'media.update': { alt: 'The harbour at dawn' },
  'media.bulk': { ids: ['$ID'], action: 'tag', tags: ['harbour'] },
  'media.moveFolder': { folder: 'Events/2026', to: 'Archive/2026' },
  'media.createUploadUrl': { filename: 'harbour.jpg', mimeType: 'image/jpeg', size: 204_800 },
  'plugins.update': { settings: { allowedHosts: ['video.example.com'] } },
  'imports.execute': { analysisId: '$ANALYSIS_ID', options: { dryRun: true } },
  'sections.list': { search: 'letter' },
  'webhooks.create': { url: 'https://hooks.example.com/octavo', types: ['content.published'] },
  'webhooks.update': { isPaused: true },
  'sections.create': { slug: 'newsletter', title: 'Newsletter', keywords: ['mail'], content: [] },
  'sections.update': { title: 'Our newsletter' },
  'settings.update': { siteTitle: 'The Octavo Times', postsPerPage: 10 },
  'redirects.create': { from: '/old-page', to: '/new-page' },
  'redirects.delete': { from: '/old-page' },
  'redirects.resolve': { path: '/old-page' },
  'menus.create': { name: 'main', label: 'Main menu' },
  'menus.update': { label: 'Top menu' },
  'menus.addItem': { type: 'custom', customUrl: '/about', label: 'About' },
  'menus.updateItem': { label: 'About us' },
  'menus.setItems': { items: [{ label: 'Home', customUrl: '/' }] },
  'menus.reorder': { items: [] },
  'taxonomies.create': { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] },
  'taxonomies.update': { label: 'Subjects' },
  'taxonomies.delete': { force: true },
  'terms.create': { slug: 'news', label: 'News' },
  'terms.update': { label: 'Latest news' },
  'terms.merge': { into: 'latest' },
  'terms.setOfItem': { termIds: [] },
  'widgets.createArea': { name: 'sidebar', label: 'Sidebar' },
  'widgets.updateArea': { description: 'Beside every page' },
  'widgets.create': { type: 'content', title: 'About', content: [] },
  'widgets.update': { title: 'About us' },
  'widgets.reorder': { widgetIds: [] },
  'users.list': { role: 40 },
  'users.update': { role: 40 },
  'tokens.createForSite': { name: 'web' },
  'tokens.createOwn': { name: 'website', scopes: ['content:read', 'media:read'], view: 'live' },
  'setup.begin': firstAdmin,
  'setup.createWithLink': firstAdmin,
  'setup.finish': registration,
  'auth.updateMe': { name: 'Ada Lovelace' },
  'auth.sendMagicLink': { email: 'ada@example.com' },
  'auth.verifyMagicLink': { token: secret },
  'auth.invite': { email: 'grace@example.com', role: 30 },
  'auth.acceptOptions': { token: secret },
  'auth.accept': { token: secret, name: 'Grace Hopper' },
  'oauth.decideDevice': { user_code: 'WDJB-MJHT', action: 'approve', scopes: ['content:read'] },
  'passkeys.signIn': assertion,
  'sessions.reauthenticate': assertion,
  'passkeys.register': { ...registration, name: 'Phone' },
  'passkeys.update': { name: 'Key ring' },
  'schema.reorderFields': { fieldSlugs: ['title'] },
  'users.names': { ids: '01J00000000000000000000000' },
}

/** Example values of an operation's input; none for a path parameter that only the caller can know. */
export function exampleOf({ name }: Operation): {
  path: Readonly<Record<string, string>>
  input: Readonly<Record<string, unknown>>
} {
  return { path: pathParametersOf[name.split('.', 1)[0] ?? ''] ?? pathParameters, input: inputs[name] ?? {} }
}
