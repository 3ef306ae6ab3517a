import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Ending, startCommand } from './command-line.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'
import { withPostgres } from './databases.ts'
import { freePort } from './free-port.ts'
import type { Any } from './json.ts'
import { type Engine, secretKey } from './service.ts'
import { untilAnswered } from './until-answered.ts'

/** An Octavo with the demo, as its own process, with what a site on it needs. */
export interface MagazineSite {
  readonly baseUrl: string
  /** the same, with its requests counted */
  readonly proxy: CountingProxy
  /** the token of the site */
  readonly token: string
  /** runs a command of Octavo to its end */
  command(args: readonly string[]): Promise<Ending>
  /** asks as an admin, below {api}; gives the data of the answer */
  ask(method: string, path: string, body?: unknown): Promise<Any>
  close(): Promise<void>
}

/** Starts it for a site at an origin. Close it at the end. */
export async function startMagazineSite(
  siteOrigin: string,
  engine: Engine = 'sqlite',
): Promise<MagazineSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-example-'))
  const postgres = engine === 'postgres' ? await withPostgres() : null
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    OCTAVO_BASE_URL: baseUrl,
    OCTAVO_DATA_DIR: dataDir,
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
    OCTAVO_LOCALES: 'en,de',
    OCTAVO_LOG_LEVEL: 'warn',
    OCTAVO_RATE_LIMIT: 'off',
    OCTAVO_SECRET_KEY: secretKey,
    OCTAVO_CORS_ORIGINS: siteOrigin,
    OCTAVO_WEBHOOK_ORIGINS: siteOrigin,
  }
  const command = (args: readonly string[]): Promise<Ending> => startCommand(args, env).ended()
  const printedBy = async (args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await command(args)
    expect([code, stderr]).toEqual([0, expect.any(String)])
    return stdout.trim()
  }
  await printedBy(['demo'])
  const token = await printedBy(['token', 'create', '--for', 'site', '--name', 'web'])
  await printedBy(['user', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--role', '50'])
  const who = ['--email', 'ada@example.com', '--name', 'tests']
  const adminToken = await printedBy(['token', 'create', ...who, '--scopes', 'admin'])

  const service = startCommand(['serve'], env)
  const ended = service.ended()
  await untilAnswered(`${baseUrl}/_cms/health/ready`)
  const proxy = await startCountingProxy(port)

  return {
    baseUrl,
    proxy,
    token,
    command,
    ask: async (method, path, body) => {
      const answer = await fetch(`${baseUrl}/_cms/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${adminToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { success, data, error } = (await answer.json()) as Any
      expect([method, path, success, error]).toEqual([method, path, true, undefined])
      return data
    },
    close: async () => {
      await proxy.close()
      service.child.kill('SIGTERM')
      await ended
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
