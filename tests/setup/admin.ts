import type { BrowserContextOptions, Page } from 'playwright-core'
import { dataOf } from './answers.ts'
import { Authenticator } from './authenticator.ts'
import { startBrowser, type TestBrowser } from './browser.ts'
import { type PagesOptions, type PagesService, startPages } from './pages.ts'
import { isRepeated } from './repeated.ts'
import type { Answer, Ask } from './service.ts'
import { Browser as Session } from './sessions.ts'
import { VisitorPool } from './visitor-pool.ts'
import type { BrowserVisitor } from './visitor.ts'
import type { Any } from './json.ts'

/** How the admin has to look well: screens are tested in each. */
export const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { viewport: { width: 360, height: 740 } },
} as const satisfies Record<string, BrowserContextOptions>

/** A user with an account, signed in. */
export interface Person {
  readonly name: string
  readonly email: string
  /** sends a request as the browser of this person; gives the data, or fails the test unless the status is as expected */
  call(method: string, path: string, body?: unknown, expected?: number): Promise<Any>
  readonly cookies: readonly { name: string; value: string }[]
}

export interface AdminTests {
  readonly browser: TestBrowser
  readonly service: PagesService
  /** the first admin, made by the setup */
  readonly admin: Person
  /** another user with a role, who has accepted an invite */
  person(role: number): Promise<Person>
  /**
   * A browser context in which a person (by default the first admin) has opened a path of the service. Closing it clears
   * it and returns it to later tests of the file.
   */
  open(options?: OpenOptions): Promise<BrowserVisitor>
  close(): Promise<void>
}

interface OpenOptions extends BrowserContextOptions {
  readonly path?: string
  readonly as?: Person
}

/**
 * Starts a browser, another one if given, and a service that is set up, without anyone's clicking through it. Close it
 * at the end.
 */
export async function startAdmin(
  settings: Omit<PagesOptions, 'baseUrl'> = {},
  start: () => Promise<TestBrowser> = startBrowser,
): Promise<AdminTests> {
  const browser = await start()
  const service = await startPages(settings)
  const admin = await setUp(service)
  const visitors = new VisitorPool(browser, service.baseUrl)
  let people = 0
  return {
    browser,
    service,
    admin,
    person: (role) => invited(service, admin, { role, name: `Person ${++people}` }),
    open: async ({ path = '/_cms/admin', as = admin, ...options } = {}) => {
      // What glides and fades only delays: people can ask for less of it, and the admin heeds that.
      const visitor = await visitors.take({ reducedMotion: 'reduce', ...options })
      await visitor.context.addCookies(as.cookies.map((cookie) => ({ ...cookie, url: service.baseUrl })))
      await visitor.page.goto(service.baseUrl + path)
      return visitor
    },
    close: async () => {
      visitors.end()
      await browser.close()
      await service.close()
    },
  }
}

/**
 * Waits until a page of the admin follows the changes of the site: it learns of a change before that only by its next
 * request.
 */
export async function untilFollowing(page: Page): Promise<void> {
  await page.waitForFunction(
    `performance.getEntriesByType('resource').some(({ name }) => name.includes('/_cms/api/events?'))`,
  )
}

async function setUp(service: PagesService): Promise<Person> {
  const session = sessionWith(service)
  const about = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const code = new URL(service.setupLink()).searchParams.get('code')
  const { options } = dataOf(await session.ask('POST', '/setup/admin', { ...about, code }))
  const passkey = new Authenticator(service.baseUrl).create(options)
  dataOf(await session.ask('POST', '/setup/admin/verify', passkey), 201)
  return personOf(session, about)
}

async function invited(
  service: PagesService,
  admin: Person,
  { role, name }: { role: number; name: string },
): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '')}@example.com`
  await admin.call('POST', '/auth/invite', { email, role }, 201)
  const token = new URL(await service.mailedLink(email)).searchParams.get('token')
  const session = sessionWith(service)
  dataOf(await session.ask('POST', '/auth/invite/accept', { token, name }))
  return personOf(session, { name, email })
}

function personOf(session: Session, about: { name: string; email: string }): Person {
  return {
    ...about,
    call: async (method, path, body, expected) => {
      if (method === 'POST' && expected === 201 && isRepeated()) await removeFormer(session, path, body)
      return dataOf(await session.ask(method, path, body), expected)
    },
    get cookies() {
      return (session.headers['cookie'] ?? '').split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1) }
      })
    },
  }
}

/** Deletes what the first run of a repeated test has created under the same name, if it has. */
async function removeFormer(session: Session, path: string, body: unknown): Promise<void> {
  const { slug, name = slug } = (body ?? {}) as { slug?: string; name?: string }
  if (name === undefined) return
  const isForced = /^\/(schema\/collections(\/\w+\/fields)?|taxonomies)$/.test(path)
  if (isForced || /^\/(menus|widget-areas|sections)$/.test(path))
    await session.ask('DELETE', `${path}/${name}${isForced ? '?force=true' : ''}`)
}

/** Cookies as a browser keeps them, over the network. */
function sessionWith({ baseUrl }: PagesService): Session {
  return new Session({ ask: (method, path, ask) => askAt(`${baseUrl}/_cms/api${path}`, method, ask) })
}

async function askAt(url: string, method: string, { body, headers }: Ask = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const cookies = response.headers.getSetCookie() as unknown as string
  return {
    status: response.status,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
    bytes,
    headers: { ...Object.fromEntries(response.headers), 'set-cookie': cookies },
  }
}
