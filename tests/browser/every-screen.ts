import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startCommand } from '../setup/command-line.ts'
import { exportOf } from '../setup/exports.ts'

export const base = '/_cms/admin'

/** The paths of all screens, read from the router: it cannot be loaded outside of a browser. */
export const routePaths: readonly string[] = [
  ...readFileSync(new URL('../../packages/admin/src/app/router.tsx', import.meta.url), 'utf8').matchAll(
    /\b(?:screen|editorPath)\(\s*'([^']+)'/g,
  ),
].flatMap(([, path]) => (path === undefined ? [] : [path]))

interface Ids {
  readonly article: string
  readonly set: string
  readonly webhook: string
  readonly importRun: string
}

/** Something to see at the path of each screen. A new screen needs a line here. */
const addresses: Readonly<Record<string, (ids: Ids) => string>> = {
  '/': () => '',
  '/calendar': () => '/calendar',
  '/changes': () => '/changes',
  '/change-sets': () => '/change-sets',
  '/change-sets/$set': ({ set }) => `/change-sets/${set}`,
  '/search': () => '/search?q=clay',
  '/content/$collection': () => '/content/articles?filters=format~eq~essay',
  '/content/$collection/new': () => '/content/recipes/new',
  '/content/$collection/$id': ({ article }) => `/content/articles/${article}`,
  '/trash': () => '/trash',
  '/media': () => '/media',
  '/sections': () => '/sections',
  '/sections/$section': () => '/sections/note-on-prices',
  '/menus': () => '/menus',
  '/menus/$name': () => '/menus/main',
  '/taxonomies': () => '/taxonomies',
  '/taxonomies/$name': () => '/taxonomies/tags',
  '/widgets': () => '/widgets',
  '/widgets/$name': () => '/widgets/sidebar',
  '/redirects': () => '/redirects',
  '/model': () => '/model',
  '/model/$collection': () => '/model/articles',
  '/users': () => '/users',
  '/plugins': () => '/plugins',
  '/plugins/$plugin': () => '/plugins/every-setting',
  '/webhooks': () => '/webhooks',
  '/webhooks/$webhook': ({ webhook }) => `/webhooks/${webhook}`,
  '/import': () => '/import',
  '/import/$import': ({ importRun }) => `/import/${importRun}`,
  '/settings': () => '/settings',
  '/account': () => '/account',
  '/audit': () => '/audit',
}

export const knownPaths = Object.keys(addresses)

/** The demo, with one of everything that it does not bring along. */
export interface FilledSite {
  readonly tests: AdminTests
  /** below the base of the admin */
  addressOf(path: string): string
  close(): Promise<void>
}

export async function startFilledSite(): Promise<FilledSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-screens-'))
  const plugin = new URL('../plugins/every-setting.ts', import.meta.url).pathname
  const env = { OCTAVO_DATA_DIR: dataDir, OCTAVO_LOCALES: 'en,de' }
  const tests = await startAdmin({ env: { ...env, OCTAVO_PLUGINS: plugin } })
  const close = async () => {
    await tests.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const demo = startCommand(['demo'], { ...env, OCTAVO_BASE_URL: tests.service.baseUrl })
    const { code, stderr } = await demo.ended()
    if (code !== 0) throw new Error(stderr)
    const ids = await fill(tests)
    return { tests, addressOf: (path) => addresses[path]?.(ids) ?? '', close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill({ admin, open }: AdminTests): Promise<Ids> {
  const { items } = await admin.call('GET', '/content/articles?q=Seconds')
  const article = items[0].id
  const { item: set } = await admin.call('POST', '/change-sets', { name: 'Autumn issue' }, 201)
  await admin.call('PUT', `/content/articles/${article}`, {
    changeSet: set.id,
    data: { standfirst: 'A shop of things that others gave away.' },
  })
  const webhook = await admin.call('POST', '/webhooks', { url: 'https://example.com/hook' }, 201)
  await admin.call('POST', '/redirects', { from: '/old', to: '/new' }, 201)
  const { page, context } = await open({ path: `${base}/import` })
  await page.locator('input[type="file"]').setInputFiles({
    name: 'blog.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(exportOf({ items: [{ title: 'First post', name: 'first' }] })),
  })
  await page.waitForURL('**/import/*')
  const importRun = page.url().split('/').at(-1) ?? ''
  await context.close()
  return { article, set: set.id, webhook: webhook.item.id, importRun }
}

/** Waits until a screen shows what it has: its heading is there, and nothing loads any more. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('main [aria-busy="true"], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(300)
  await page.locator('main [aria-busy="true"], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}
