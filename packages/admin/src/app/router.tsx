import type { PermissionName } from '@octavo/contract/access'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type SearchMiddleware,
} from '@tanstack/react-router'
import { loadScreenTexts } from './i18n.ts'
import { loadRichTextEditor } from '../rich-text/load-editor.ts'
import { NotFoundPage } from '../ui/states.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { Crash, Root } from './root.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** the permission that a screen requires: people who lack it see "Access denied" */
    permission?: PermissionName
  }
  interface HistoryState {
    /** marks a change of the URL after which the scroll position and the focus stay */
    staysInPlace?: boolean
  }
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/** Loads a screen together with the texts of the screens, which the first view does not need. */
const withTexts: typeof lazyRouteComponent = (load, ...name) =>
  lazyRouteComponent(
    async () => {
      const [module] = await Promise.all([load(), loadScreenTexts()])
      return module
    },
    ...name,
  )

/** A lazily loaded screen. */
function screen<const Path extends string>(
  path: Path,
  permission: PermissionName,
  component: RouteComponent,
  search: { readonly middlewares?: SearchMiddleware<Search>[] } = {},
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { permission },
    validateSearch: searchOf,
    search,
  })
}

type Search = Record<string, string>

/**
 * Keeps the person in a change-set: links between screens of content get the change-set of the current URL, unless they
 * have another one, or an empty one to leave it.
 */
const keepChangeSet: SearchMiddleware<Search> = ({ search, next }) => {
  const { changeSet = search['changeSet'] ?? '', ...others } = next(search)
  return changeSet === '' ? others : { ...others, changeSet }
}
const withinChangeSet = { middlewares: [keepChangeSet] }

/**
 * The search parameters of a screen as strings; the screen checks those that it knows. Control characters become
 * blanks, and unpaired surrogates are replaced, because they cannot be encoded in a URL.
 */
function searchOf(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [
      key,
      String(value)
        .replaceAll(/\p{Cc}/gu, ' ')
        .toWellFormed(),
    ]),
  )
}

const loadEditor = () => import('../features/editor/edit-item.tsx')

/** The editor stays mounted when a new item gets its own URL. */
const editor = createRoute({
  getParentRoute: () => root,
  id: 'editor',
  component: withTexts(loadEditor, 'EditItem'),
})

/** milliseconds from loading the list until the editor is preloaded */
const preloadDelay = 1000

/** Loads the list, and when the browser is idle what opens an item: the editor and the part of it for rich text. */
const loadList = () => {
  whenIdle(() => {
    // A failure is reported when the code is needed.
    for (const load of [loadEditor, loadRichTextEditor]) void load().catch(() => undefined)
  }, preloadDelay)
  return import('../features/content-list/content-list.tsx')
}

/** A URL of the editor: that of a new item, or that of an existing one. */
function editorPath<const Path extends string>(path: Path, permission: PermissionName) {
  return createRoute({
    getParentRoute: () => editor,
    path,
    staticData: { permission },
    validateSearch: searchOf,
    search: withinChangeSet,
  })
}

const routeTree = root.addChildren([
  screen(
    '/',
    'content.readDrafts',
    lazyRouteComponent(() => import('../features/dashboard/dashboard.tsx'), 'Dashboard'),
  ),
  screen(
    '/calendar',
    'content.readDrafts',
    withTexts(() => import('../features/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  ),
  screen(
    '/changes',
    'changes.readOwn',
    withTexts(() => import('../features/changes/changes-screen.tsx'), 'ChangesScreen'),
  ),
  screen(
    '/change-sets',
    'changeSets.use',
    withTexts(() => import('../features/change-sets/change-set-list.tsx'), 'ChangeSetList'),
  ),
  screen(
    '/change-sets/$set',
    'changeSets.use',
    withTexts(() => import('../features/change-sets/change-set-page.tsx'), 'ChangeSetPage'),
  ),
  screen(
    '/search',
    'content.read',
    withTexts(() => import('../features/search/search-screen.tsx'), 'SearchScreen'),
  ),
  screen('/content/$collection', 'content.readDrafts', withTexts(loadList, 'ContentList'), withinChangeSet),
  editor.addChildren([
    editorPath('/content/$collection/new', 'content.create'),
    editorPath('/content/$collection/$id', 'content.readDrafts'),
  ]),
  screen(
    '/trash',
    'content.readDrafts',
    withTexts(() => import('../features/trash/trash.tsx'), 'Trash'),
  ),
  screen(
    '/media',
    'media.read',
    withTexts(() => import('../features/media/media-library.tsx'), 'MediaLibrary'),
  ),
  screen(
    '/sections',
    'sections.manage',
    withTexts(() => import('../features/sections/section-list.tsx'), 'SectionList'),
  ),
  screen(
    '/sections/$section',
    'sections.manage',
    withTexts(() => import('../features/sections/edit-section.tsx'), 'EditSection'),
  ),
  screen(
    '/menus',
    'menus.manage',
    withTexts(() => import('../features/menus/menu-list.tsx'), 'MenuList'),
  ),
  screen(
    '/menus/$name',
    'menus.manage',
    withTexts(() => import('../features/menus/edit-menu.tsx'), 'EditMenu'),
  ),
  screen(
    '/taxonomies',
    'content.readDrafts',
    withTexts(() => import('../features/taxonomies/taxonomy-list.tsx'), 'TaxonomyList'),
  ),
  screen(
    '/taxonomies/$name',
    'content.readDrafts',
    withTexts(() => import('../features/taxonomies/edit-taxonomy.tsx'), 'EditTaxonomy'),
  ),
  screen(
    '/widgets',
    'widgets.manage',
    withTexts(() => import('../features/widgets/area-list.tsx'), 'AreaList'),
  ),
  screen(
    '/widgets/$name',
    'widgets.manage',
    withTexts(() => import('../features/widgets/edit-area.tsx'), 'EditArea'),
  ),
  screen(
    '/redirects',
    'redirects.manage',
    withTexts(() => import('../features/redirects/redirect-list.tsx'), 'RedirectList'),
  ),
  screen(
    '/model',
    'schema.read',
    withTexts(() => import('../features/model/collection-list.tsx'), 'CollectionList'),
  ),
  screen(
    '/model/$collection',
    'schema.read',
    withTexts(() => import('../features/model/edit-collection.tsx'), 'EditCollection'),
  ),
  screen(
    '/users',
    'users.manage',
    withTexts(() => import('../features/users/user-list.tsx'), 'UserList'),
  ),
  screen(
    '/plugins',
    'plugins.read',
    withTexts(() => import('../features/plugins/plugin-list.tsx'), 'PluginList'),
  ),
  screen(
    '/plugins/$plugin',
    'plugins.read',
    withTexts(() => import('../features/plugins/plugin-settings.tsx'), 'PluginSettings'),
  ),
  screen(
    '/webhooks',
    'webhooks.manage',
    withTexts(() => import('../features/webhooks/webhook-list.tsx'), 'WebhookList'),
  ),
  screen(
    '/webhooks/$webhook',
    'webhooks.manage',
    withTexts(() => import('../features/webhooks/edit-webhook.tsx'), 'EditWebhook'),
  ),
  screen(
    '/import',
    'import.manage',
    withTexts(() => import('../features/imports/import-list.tsx'), 'ImportList'),
  ),
  screen(
    '/import/$import',
    'import.manage',
    withTexts(() => import('../features/imports/import-run.tsx'), 'ImportRun'),
  ),
  screen(
    '/settings',
    'settings.read',
    withTexts(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
  ),
  screen(
    '/account',
    'account.manage',
    withTexts(() => import('../features/account/account-screen.tsx'), 'AccountScreen'),
  ),
  screen(
    '/audit',
    'audit.read',
    withTexts(() => import('../features/audit/audit-log.tsx'), 'AuditLog'),
  ),
])

/** All screens by their paths below `/_cms/admin`. */
export const router = createRouter({
  routeTree,
  basepath: '/_cms/admin',
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})
