import { AuditTrail } from '@octavo/server/core/audit-trail'
import { startSession } from '@octavo/server/identity/sign-in/sessions'
import type { WriteContext } from '@octavo/server/core/context'
import { dataOf } from './answers.ts'
import type { Answer, TestService } from './service.ts'

/** Signs a user in as every way of signing in does; returns the headers that a browser of ours sends from then on. */
export async function sessionOf(
  { services }: Pick<TestService, 'services'>,
  userId: string,
): Promise<Record<string, string>> {
  let secret: string | null = null
  const effects: (() => Promise<void> | void)[] = []
  const clientContext = {
    address: '192.0.2.1',
    userAgent: 'Test/1.0',
    cookie: () => undefined,
    setCookie: (_name: string, value: string | null) => void (secret = value),
  }
  await services.database.transaction('write', async (tx) => {
    const context = {
      db: tx,
      now: services.clock().toISOString(),
      services,
      auditTrail: new AuditTrail('test'),
      afterCommit: (effect: () => void) => void effects.push(effect),
    } as unknown as WriteContext
    await startSession(context, userId, clientContext)
  })
  for (const effect of effects) await effect()
  return { cookie: `octavo_session=${secret}`, 'x-octavo-request': '1' }
}

/** What asks as a browser does that was signed in with these headers. */
export function askAs(service: Pick<TestService, 'ask'>, headers: Record<string, string>) {
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.ask(method, path, { token: null, headers, ...(body !== undefined && { body }) })
}

/** Asks as the admin of the tests does in a browser, signed in a moment ago. */
export async function askAsAdmin(
  service: TestService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { item } = dataOf(await service.ask('GET', '/auth/me'))
  return askAs(service, await sessionOf(service, item.id))(method, path, body)
}

/** The cookies that a response sets, by name, with their attributes. */
export function cookiesOf({ headers }: Answer): Record<string, { value: string; attributes: string[] }> {
  const given = headers['set-cookie'] as unknown as string | string[] | undefined
  return Object.fromEntries(
    [given ?? []].flat().map((text) => {
      const [pair = '', ...attributes] = text.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes: attributes.toSorted() }]
    }),
  )
}

/** What a browser of ours sends: the cookies that it was left with, and the header of our pages. */
export class Browser {
  readonly #service: Pick<TestService, 'ask'>
  readonly #cookies = new Map<string, string>()

  constructor(service: Pick<TestService, 'ask'>) {
    this.#service = service
  }

  /** Uses the cookies of a signed-in user. */
  take({ cookie = '' }: Record<string, string>): void {
    const at = cookie.indexOf('=')
    this.#cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
  }

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { 'x-octavo-request': '1', ...(cookie !== '' && { cookie }) }
  }

  /** Sends a request, and keeps what the answer leaves. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await askAs(this.#service, this.headers)(method, path, body)
    for (const [name, { value, attributes }] of Object.entries(cookiesOf(answer))) {
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}
