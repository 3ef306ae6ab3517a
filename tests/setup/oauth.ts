import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { dataOf } from './answers.ts'
import type { Answer, TestService } from './service.ts'
import { sessionOf } from './sessions.ts'

export const redirectUri = 'https://app.example.com/callback?from=octavo'

/** A request to any path, in process; a form, JSON or a query goes with it. */
export async function send(
  { server }: Pick<TestService, 'server'>,
  method: 'GET' | 'POST' | 'OPTIONS',
  url: string,
  {
    form,
    json,
    query,
    headers = {},
  }: {
    form?: Pairs
    json?: unknown
    query?: Pairs
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  const response = await server.inject({
    method,
    url: query === undefined ? url : `${url}?${text(query)}`,
    headers: {
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form !== undefined && { payload: text(form) }),
    ...(json !== undefined && { payload: typeof json === 'string' ? json : JSON.stringify(json) }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
    text: response.body,
    bytes: response.rawPayload,
    headers: response.headers as Answer['headers'],
  }
}

/** Parameters; a list comes as often as it is long, and what is undefined does not come. */
export type Pairs = Readonly<Record<string, string | readonly string[] | undefined>>

function text(pairs: Pairs): string {
  const all = Object.entries(pairs).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return new URLSearchParams(all).toString()
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Registers an app; returns its id. */
export async function registerApp(
  service: Pick<TestService, 'server'>,
  metadata: Record<string, unknown> = {},
): Promise<string> {
  const json = { client_name: 'Test app', redirect_uris: [redirectUri], ...metadata }
  const answer = await send(service, 'POST', '/_cms/api/oauth/register', { json })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.client_id as string
}

/** A person with a browser that is signed in. */
export interface Person {
  readonly userId: string
  readonly token: string
  readonly session: Record<string, string>
}

export async function personWithSession(service: TestService, role: number): Promise<Person> {
  const { userId, token } = await service.person(role, ['content:read'])
  return { userId, token, session: await sessionOf(service, userId) }
}

export interface Request {
  readonly clientId: string
  readonly pkce: Pkce
  readonly parameters: Pairs
}

export function requestFor(clientId: string, changes: Pairs = {}): Request {
  const pkce = newPkce()
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'content:read content:write',
    state: 'st&te=1 ü',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  return { clientId, pkce, parameters }
}

const authorizePath = '/_cms/oauth/authorize'

/** Opens the consent page as the browser of a person (null: of nobody who is signed in). */
export function openConsent(
  service: Pick<TestService, 'server'>,
  person: Pick<Person, 'session'> | null,
  { parameters }: Request,
): Promise<Answer> {
  return send(service, 'GET', authorizePath, { query: parameters, headers: cookieOf(person) })
}

/** The fields of the form on a page, as a browser would send them: hidden ones, and boxes that are ticked. */
export function formOf({ text: source }: Answer): Record<string, string[]> {
  const form: Record<string, string[]> = {}
  for (const [input] of source.matchAll(/<input\b[^>]*>/g)) {
    const type = attribute(input, 'type')
    if (type !== 'hidden' && !(type === 'checkbox' && /\schecked\b/.test(input))) continue
    ;(form[attribute(input, 'name')] ??= []).push(attribute(input, 'value'))
  }
  return form
}

function attribute(element: string, name: string): string {
  const source = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? ''
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  }
  return source.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}

/** Sends the form of a consent page back, changed as `changes` say. */
export function answerConsent(
  service: Pick<TestService, 'server'>,
  person: Pick<Person, 'session'> | null,
  { page, changes = {}, headers = {} }: { page: Answer; changes?: Pairs; headers?: Record<string, string> },
): Promise<Answer> {
  const form = { ...formOf(page), action: 'approve', ...changes }
  return send(service, 'POST', authorizePath, { form, headers: { ...cookieOf(person), ...headers } })
}

function cookieOf(person: Pick<Person, 'session'> | null): Record<string, string> {
  return person === null ? {} : { cookie: person.session['cookie'] ?? '' }
}

/** What an answer hands to the app in the address that it leads to. */
export function parametersOf({ headers }: Answer): Record<string, string> {
  const { location } = headers
  return location === undefined ? {} : Object.fromEntries(new URL(location, 'http://localhost').searchParams)
}

/** The same of the link on a page that says what is wrong. */
export function redirectOf({ text: source }: Answer): Record<string, string> {
  const link = /<a\b[^>]*\srel="noreferrer"[^>]*>/.exec(source)?.[0]
  expect(link, source).toBeDefined()
  return Object.fromEntries(new URL(attribute(link ?? '', 'href')).searchParams)
}

/** The scopes that a page offers, ticked or not. */
function offeredScopes({ text: source }: Answer): string[] {
  const boxes = [...source.matchAll(/<input\b[^>]*>/g)].filter(
    ([box]) => attribute(box, 'name') === 'approved',
  )
  return boxes.map(([box]) => attribute(box, 'value'))
}

/** A code that a person has approved with all scopes that they may give. */
export async function approvedCode(
  service: Pick<TestService, 'server'>,
  person: Person,
  request: Request,
): Promise<string> {
  const page = await openConsent(service, person, request)
  expect(page.status, page.text).toBe(200)
  const answer = await answerConsent(service, person, { page, changes: { approved: offeredScopes(page) } })
  expect(answer.status, answer.text).toBe(303)
  const { code } = parametersOf(answer)
  if (code === undefined) throw new Error(`There is no code in ${answer.headers['location']}`)
  return code
}

/** Asks the token endpoint with a form. */
export function askToken(service: Pick<TestService, 'server'>, form: Pairs): Promise<Answer> {
  return send(service, 'POST', '/_cms/api/oauth/token', { form })
}

/** The form of a right exchange of a code. */
export function exchangeForm(code: string, { clientId, pkce }: Request): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: pkce.verifier,
  }
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** The whole code flow of an app that a user authorizes. */
export async function authorizeApp(
  service: Pick<TestService, 'server'>,
  person: Person,
  request: Request,
): Promise<Tokens> {
  const code = await approvedCode(service, person, request)
  const answer = await askToken(service, exchangeForm(code, request))
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Tokens
}

/** The id of what the admin of the tests has granted to an app. */
export async function connectedApp(service: TestService): Promise<string> {
  const userId = dataOf(await service.ask('GET', '/auth/me')).item.id
  const person = { userId, token: service.token, session: await sessionOf(service, userId) }
  await authorizeApp(service, person, requestFor(await registerApp(service)))
  return dataOf(await service.ask('GET', '/auth/apps', { token: null, headers: person.session })).items[0].id
}

export function refresh(
  service: Pick<TestService, 'server'>,
  clientId: string,
  { refresh_token }: Pick<Tokens, 'refresh_token'>,
  more: Pairs = {},
): Promise<Answer> {
  return askToken(service, { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...more })
}

/** Asserts an error of RFC 6749, without envelope and not cacheable; returns its body. */
export function expectRefusal(answer: Answer, error: string, status = 400): string {
  expect([answer.status, answer.body?.error], answer.text).toEqual([status, error])
  const { error_description, ...others } = answer.body
  expect(error_description).toEqual(expect.any(String))
  expect(others).toEqual(status === 429 ? { error, code: 'RATE_LIMITED' } : { error })
  expect(answer.headers['cache-control']).toBe('no-store')
  return error_description as string
}

/** Changes a user as another process would, including the change counter. */
export async function changeUser(
  { services }: Pick<TestService, 'services'>,
  { userId }: Pick<Person, 'userId'>,
  assignment: string,
): Promise<void> {
  await services.database.transaction('write', async (tx) => {
    await tx.run(`UPDATE users SET ${assignment} WHERE id = ?`, [userId])
    await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
  })
}

/** The smallest thing that a token is good for at the MCP endpoint. */
export function listTools(service: Pick<TestService, 'ask'>, token: string): Promise<Answer> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  return service.ask('POST', '/mcp', {
    token,
    body,
    headers: { accept: 'application/json, text/event-stream' },
  })
}
