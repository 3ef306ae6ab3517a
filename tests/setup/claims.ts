import { isAnythingDue, publications } from '@octavo/server/content/items/scheduled'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome } from './answers.ts'
import { callTool } from './mcp.ts'
import type { formOf } from './media.ts'
import { type Answer, engines, rowsFor, startService, type TestOptions, type TestService } from './service.ts'
import { askAsAdmin } from './sessions.ts'
import { tablesOf } from './tables.ts'

/** What an answer must hold: parts of its body, or a check. Texts hold values that earlier claims have kept: `{post}`. */
type Shows = object | ((body: Answer['body'], answer: Answer) => void)

/**
 * One promise of the interface: in words, the request, and what must come of it.
 * - `request`: `GET /content/posts`; by a person of `people` where one is before it (`editor GET /media`); of an
 *   address outside the API as `GET !/.well-known/x`; of a tool as `tool content_list`, with its arguments as body.
 *   `clock 60` lets so many seconds pass, and what is due then happens. `define tables` runs the SQL that its body is;
 *   `columns content_posts` answers the columns of a table and their specified types.
 * - `ends`: `200`, `404 NOT_FOUND`; of a tool `done`, `failed NOT_FOUND`, `refused content:write`.
 * - `keeps`: names for values of the body, for later claims.
 */
export type Claim = readonly [
  claim: string,
  request: string,
  body: unknown,
  ends: string,
  shows?: Shows | null,
  keeps?: Readonly<Record<string, string>>,
]

/** In place of a body: headers of a request that has none, or that has this one. */
export class WithHeaders {
  readonly headers: Record<string, string>
  readonly body: unknown

  constructor(headers: Record<string, string>, body?: unknown) {
    this.headers = headers
    this.body = body
  }
}

/** name → role and scopes; `nobody` has no token, `stranger` an invalid one, `session` is the admin in a browser; without a name it is the admin */
export const people = {
  subscriber: [10, ['content:read', 'media:read']],
  contributor: [20, ['content:read', 'content:write', 'media:read', 'media:write']],
  author: [30, ['content:read', 'content:write', 'media:read', 'media:write']],
  editor: [40, ['content:read', 'content:write', 'media:read', 'media:write', 'schema:read']],
  reader: [50, ['content:read', 'media:read', 'schema:read']],
  writer: [50, ['content:read', 'content:write']],
  filer: [50, ['media:read', 'media:write']],
} as const

/**
 * Checks tables of claims in their order, on each database. Of the tables named by `beforeSql`, which are about input and
 * rights alone, PostgreSQL gets the first claim.
 */
export function checkClaims(
  topic: string,
  tables: Readonly<Record<string, readonly Claim[]>>,
  { beforeSql = [], ...options }: TestOptions & { beforeSql?: readonly string[] } = {},
): void {
  describe.each(engines)(`${topic} on %s`, (engine) => {
    let check: Checker

    beforeAll(async () => {
      check = await Checker.start(await startService(engine, options))
    })
    afterAll(() => check.service.close())

    const expectClaim = (claim: Claim): Promise<void> => check.run(claim)

    for (const [name, table] of Object.entries(tables)) {
      const claims = beforeSql.includes(name) ? rowsFor(engine, table) : table
      describe(`of ${name}`, () => {
        it.each(claims.map((claim) => [claim[0], claim] as const))('%s', (_, claim) => expectClaim(claim))
      })
    }
  })
}

class Checker {
  readonly service: TestService
  readonly #tokens: Readonly<Record<string, string | null>>
  readonly #kept = new Map<string, unknown>()

  static async start(service: TestService): Promise<Checker> {
    const tokens: Record<string, string | null> = {
      nobody: null,
      stranger: 'cms_pat_wrong',
      admin: service.token,
    }
    for (const [name, [role, scopes]] of Object.entries(people)) {
      const { token, userId } = await service.person(role, scopes)
      tokens[name] = token
      tokens[`${name}Id`] = userId
    }
    return new Checker(service, tokens)
  }

  private constructor(service: TestService, tokens: Readonly<Record<string, string | null>>) {
    this.service = service
    this.#tokens = tokens
    this.#kept.set('soon', new Date(service.clock.now.getTime() + 3_600_000).toISOString())
    for (const name of Object.keys(people)) this.#kept.set(`${name}Id`, tokens[`${name}Id`])
  }

  async run([claim, request, given, ends, shows, keeps = {}]: Claim): Promise<void> {
    const words = this.#filled(request).split(' ')
    const [path = '', method = '', person = 'admin'] = words.toReversed()
    if (method === 'clock') return this.#pass(Number(path))
    if (method === 'define') return this.#define(String(given))
    const token = this.#tokens[person] ?? null
    const body = this.#filled(given)
    const { end, result, answer } =
      method === 'tool'
        ? await this.#tool(path, (body ?? {}) as Record<string, unknown>, token)
        : method === 'columns'
          ? { end: 'done', result: await typesOf(this.service, path), answer: undefined }
          : await this.#request({ method, path, person }, body)
    expect(end, `${claim}: ${answer?.text ?? JSON.stringify(result)}`).toBe(ends)
    if (typeof shows === 'function') shows(result, answer as Answer)
    else if (shows) expect(result).toMatchObject(this.#filled(shows))
    for (const [name, place] of Object.entries(keeps)) this.#kept.set(name, valueAt(result, place))
  }

  async #pass(seconds: number): Promise<void> {
    const { clock, services } = this.service
    clock.forward(seconds * 1000)
    const now = clock.now.toISOString()
    // The service's own scheduler may hold an item at this moment.
    do await publishAllDue(services)
    while (await isAnythingDue({ db: services.database.reader, now }, publications))
  }

  async #define(sql: string): Promise<void> {
    await this.service.services.database.transaction('schema', (tx) => tx.define(sql))
  }

  async #request(
    request: { method: string; path: string; person: string },
    body: unknown,
  ): Promise<{ end: string; result: Answer['body']; answer: Answer }> {
    const { path } = request
    const answer = await this.#send(request, body)
    const isOfApi = !path.startsWith('!') && path !== '/mcp'
    if (isOfApi && answer.body !== undefined) expectEnvelope(answer, path)
    return { end: outcome(answer), result: answer.body ?? answer.text, answer }
  }

  #send(
    { method, path, person }: { method: string; path: string; person: string },
    body: unknown,
  ): Promise<Answer> {
    if (path.startsWith('!')) return this.#outside(method, path.slice(1))
    if (person === 'session') return askAsAdmin(this.service, method, path, body)
    const form = body as ReturnType<typeof formOf> | null
    if (body instanceof WithHeaders) {
      const { headers } = body
      const more = body.body === undefined ? {} : { body: body.body }
      return this.service.ask(method, path, { token: this.#tokens[person] ?? null, headers, ...more })
    }
    const sent = Buffer.isBuffer(form?.body) ? form : body === null ? {} : { body }
    return this.service.ask(method, path, { token: this.#tokens[person] ?? null, ...sent })
  }

  async #outside(method: string, url: string): Promise<Answer> {
    const {
      statusCode: status,
      body: text,
      headers,
    } = await this.service.server.inject({
      method: method as 'GET',
      url,
    })
    const isJson = String(headers['content-type']).startsWith('application/json')
    const bytes = Buffer.from(text)
    return {
      status,
      text,
      bytes,
      body: isJson ? JSON.parse(text) : undefined,
      headers: headers as Answer['headers'],
    }
  }

  async #tool(
    name: string,
    args: Record<string, unknown>,
    token: string | null,
  ): Promise<{ end: string; result: unknown; answer: undefined }> {
    const called = await callTool(this.service, name, args, { token })
    switch (called.kind) {
      case 'done':
        return { end: 'done', result: JSON.parse(called.text), answer: undefined }
      case 'failed':
        return { end: `failed ${called.text.split(':', 1)[0]}`, result: called, answer: undefined }
      case 'refused': {
        expect(called.code).toBe(-32600)
        const end = called.message.replace('Insufficient scope: requires ', 'refused ')
        return { end, result: called, answer: undefined }
      }
    }
  }

  /** A value with what was kept in place of the names in braces. */
  #filled<Value>(value: Value): Value {
    if (typeof value === 'string') {
      const whole = /^\{(\w+)\}$/.exec(value)?.[1]
      if (whole !== undefined && this.#kept.has(whole)) return this.#kept.get(whole) as Value
      return value.replace(/\{(\w+)\}/g, (text, name: string) =>
        this.#kept.has(name) ? String(this.#kept.get(name)) : text,
      ) as Value
    }
    if (Array.isArray(value)) return value.map((one) => this.#filled(one)) as Value
    if (value instanceof WithHeaders)
      return new WithHeaders(this.#filled(value.headers), this.#filled(value.body)) as Value
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#filled(one)])) as Value
  }
}

/** The types of the engines' columns, as the specification names them. */
const specifiedTypes: Readonly<Record<string, string>> = {
  text: 'TEXT',
  'double precision': 'REAL',
  bigint: 'INTEGER',
  json: 'JSON',
}

async function typesOf(service: TestService, table: string): Promise<Record<string, string>> {
  const columns = (await tablesOf(service))[table] ?? {}
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, specifiedTypes[type] ?? type]),
  )
}

/** Every answer of the API has the envelope, but for searches. */
function expectEnvelope({ status, body }: Answer, path: string): void {
  if (status >= 400) {
    expect(body).toEqual({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
    })
  } else if (path.startsWith('/search?')) expect(body).not.toHaveProperty('success')
  else
    expect([Object.keys(body), body.success, typeof body.data]).toEqual([['success', 'data'], true, 'object'])
}

function valueAt(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
}
