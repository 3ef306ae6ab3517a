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
import { withPostgres } from './databases.ts'
import { type Engine, secretKey, type TestService } from './service.ts'

/** One of several services on one database, in real time. */
export interface Node extends Pick<TestService, 'ask' | 'token' | 'services'> {
  readonly app: App
  /** begins to listen; returns the port */
  listen(): Promise<number>
}

export interface Cluster {
  readonly nodes: readonly Node[]
  /** a new user of this role, with a token that holds for all nodes */
  person(role: number, scopes: readonly string[], limits?: object): Promise<string>
  close(): Promise<void>
}

/** Starts several services on one empty database of an engine, each with its jobs. */
export async function startCluster(
  engine: Engine,
  count: number,
  env: Record<string, string> = {},
): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-cluster-'))
  const postgres = engine === 'postgres' ? await withPostgres() : null
  const config = readConfig({
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_LOG_LEVEL: 'silent',
    OCTAVO_SECRET_KEY: secretKey,
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
    ...env,
  })
  const apps = await Promise.all(
    Array.from({ length: count }, () => createApp({ config, log: createLog('silent') })),
  )
  const [first] = apps as [App]
  let people = 0
  const person = async (role: number, scopes: readonly string[], limits = {}): Promise<string> => {
    const email = `person${++people}@example.com`
    await call(first.services, operations.users.create, { email, name: 'Person', role })
    return (
      (await call(first.services, operations.tokens.create, { email, name: 'test', scopes, ...limits })) as {
        token: string
      }
    ).token
  }
  const token = await person(50, ['admin'])
  return {
    nodes: apps.map((app) => nodeOf(app, token)),
    person,
    close: async () => {
      await Promise.all(apps.map((app) => app.close()))
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function call(
  services: Services,
  operation: Parameters<typeof invoke>[1]['operation'],
  input: unknown,
): Promise<unknown> {
  return invoke(services, { operation, caller: serviceCaller('cli'), input })
}

function nodeOf(app: App, token: string): Node {
  return {
    app,
    token,
    services: app.services,
    ask: async (method, path, { token: as = token, body, headers = {} } = {}) => {
      const response = await app.server.inject({
        method: method as 'GET',
        url: `/_cms/api${path}`,
        headers: {
          ...(as !== null && { authorization: `Bearer ${as}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const isJson =
        String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
      return {
        status: response.statusCode,
        body: isJson ? JSON.parse(response.body) : undefined,
        bytes: response.rawPayload,
        text: response.body,
        headers: response.headers as Record<string, string | undefined>,
      }
    },
    listen: async () => {
      const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
      return Number(new URL(address).port)
    },
  }
}
