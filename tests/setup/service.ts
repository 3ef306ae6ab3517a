import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@octavo/contract/operations/registry'
import { type App, createApp } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import type { Outbound } from '@octavo/server/platform/outbound/outbound'
import { putMigratedSqlite, withMigratedPostgres } from './databases.ts'
import type { Any } from './json.ts'
import { outbound as usualOutbound } from './webhooks.ts'

/** encrypts secrets of webhooks in all services of the tests */
export const secretKey = 'a-key-of-tests-that-is-long-enough'

/** Every suite runs on each of them. */
export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/**
 * The rows of a table that an engine is tried with: all on SQLite, the first on PostgreSQL. For what is decided before
 * any SQL that another suite does not try on both (input, rights).
 */
export const rowsFor = <const Row>(engine: Engine, rows: readonly Row[]): readonly Row[] =>
  engine === 'sqlite' ? rows : rows.slice(0, 1)

export interface Answer {
  status: number
  body: Any
  text: string
  bytes: Buffer
  headers: Record<string, string | undefined>
}

export interface Ask {
  token?: string | null
  body?: unknown
  headers?: Record<string, string>
}

interface LimitsOfToken {
  collections?: readonly string[]
  locales?: readonly string[]
  canPublish?: boolean
  canDelete?: boolean
  changeSetsOnly?: boolean
  confirmDestructive?: boolean
}

export interface TestService {
  readonly services: Services
  readonly engine: Engine
  readonly server: App['server']
  /** the admin's token, which `ask` sends by default */
  readonly token: string
  /** sends a request through the real REST interface, in process; `path` is below {api} */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  /** a new user of this role, with a token of these scopes */
  person(
    role: number,
    scopes?: readonly string[],
    view?: 'latest' | 'live',
    limits?: LimitsOfToken,
  ): Promise<{ token: string; userId: string }>
  /** a clock that tests move; it is still by itself */
  readonly clock: { now: Date; forward(milliseconds: number): void }
  close(): Promise<void>
}

export interface TestOptions {
  env?: Record<string, string>
  /** the real time instead of a clock that is still */
  isRealTime?: boolean
  /** replaces the HTTP client that is guarded against SSRF */
  outbound?: Outbound
  /** no user exists: `ask` sends no token, and the setup is open */
  isEmpty?: boolean
  /** gets each line of the log, which is silent otherwise */
  onLog?: (line: Record<string, unknown>) => void
  /** receives what is printed for the operator */
  onPrint?: (text: string) => void
}

/** Starts a whole service on a database of an engine that holds nothing. Close it at the end. */
export async function startService(
  engine: Engine,
  {
    env = {},
    isRealTime = false,
    isEmpty = false,
    onLog,
    onPrint = () => undefined,
    outbound = usualOutbound,
  }: TestOptions = {},
): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-test-'))
  const postgres = engine === 'postgres' ? await withMigratedPostgres() : null
  if (engine === 'sqlite') await putMigratedSqlite(dataDir)
  const config = readConfig({
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_LOG_LEVEL: 'silent',
    // On a busy machine any statement is slow; tests of the log expect no lines of that.
    OCTAVO_SLOW_QUERY_MS: '3600000',
    OCTAVO_SECRET_KEY: secretKey,
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
    ...env,
  })
  const clock = {
    now: new Date(),
    forward: (milliseconds: number) => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
  }
  const app = await createApp({
    config,
    log: onLog === undefined ? createLog(config.logLevel) : logTo(onLog),
    print: onPrint,
    ...(!isRealTime && { clock: () => clock.now }),
    outbound,
  })
  const { services, server } = app
  let people = 0

  const person = async (
    role: number,
    scopes: readonly string[] = ['admin'],
    view: 'latest' | 'live' = 'latest',
    limits: LimitsOfToken = {},
  ): Promise<{ token: string; userId: string }> => {
    const email = `person${++people}@example.com`
    const caller = serviceCaller('cli')
    const created = (await invoke(services, {
      operation: operations.users.create,
      caller,
      input: { email, name: `Person ${people}`, role },
    })) as { item: { id: string } }
    const { token } = (await invoke(services, {
      operation: operations.tokens.create,
      caller,
      input: { email, name: 'test', scopes, view, ...limits },
    })) as { token: string }
    return { token, userId: created.item.id }
  }

  const adminToken = isEmpty ? null : (await person(50)).token

  const ask = async (
    method: string,
    path: string,
    { token = adminToken, body, headers = {} }: Ask = {},
  ): Promise<Answer> => {
    const response = await server.inject({
      method: method as 'GET',
      url: `/_cms/api${path}`,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    const isJson =
      String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
    return {
      status: response.statusCode,
      body: isJson ? JSON.parse(response.body) : undefined,
      text: response.body,
      bytes: response.rawPayload,
      headers: response.headers as Answer['headers'],
    }
  }

  return {
    services,
    engine,
    server,
    token: adminToken ?? '',
    ask,
    person,
    clock,
    close: async () => {
      await app.close()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function logTo(onLog: (line: Record<string, unknown>) => void): Services['log'] {
  return createLog('trace', { write: (text) => onLog(JSON.parse(text) as Record<string, unknown>) })
}
