import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import { childEnvironment, program } from '../setup/child-environment.ts'
import { withMigratedPostgres } from '../setup/databases.ts'
import { freePort } from '../setup/free-port.ts'
import { patience } from '../setup/patience.ts'
import type { Engine } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

/** A place where a service can run, be killed and run again, with an admin's token. */
export interface Site {
  readonly token: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** `env` counts more than the settings of the site */
  start(env?: Record<string, string>): Promise<Running>
  remove(): Promise<void>
}

/** A service in a process of its own. */
export interface Running {
  readonly port: number
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): void
  /** the exit code, null when a signal ended it */
  readonly ended: Promise<number | null>
  /** what it has logged so far */
  log(): string
  ask(method: string, path: string, body?: unknown): Promise<Answer>
}

export interface Answer {
  status: number
  body: Any
}

export async function makeSite(engine: Engine): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-crash-'))
  const postgres = engine === 'postgres' ? await withMigratedPostgres() : null
  const settings = {
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_LOG_LEVEL: 'error',
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
  }
  const token = await makeToken(settings)
  const running = new Set<Running>()
  return {
    token,
    dataDir,
    databaseUrl: postgres?.url ?? null,
    start: async (env = {}) => {
      const service = await startProcess({ ...settings, ...env }, token)
      running.add(service)
      return service
    },
    remove: async () => {
      for (const service of running) {
        service.kill('SIGKILL')
        await service.ended
      }
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A token of a new admin. */
export async function makeToken(settings: Record<string, string>): Promise<string> {
  const services = await openServices({ config: readConfig(settings), log: createLog('silent') })
  const caller = serviceCaller('cli')
  const email = 'admin@example.com'
  await invoke(services, {
    operation: operations.users.create,
    caller,
    input: { email, name: 'Admin', role: 50 },
  })
  const input = { email, name: 'test', scopes: ['admin'] }
  const { token } = (await invoke(services, { operation: operations.tokens.create, caller, input })) as {
    token: string
  }
  await services.database.close()
  return token
}

/** Starts a service; comes back when it is healthy. */
export async function startProcess(settings: Record<string, string>, token: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...childEnvironment, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const base = `http://127.0.0.1:${port}/_cms`
  await untilHealthy(child, `${base}/health`, () => complaints)
  return {
    port,
    ended,
    log: () => complaints,
    kill: (signal) => void child.kill(signal),
    ask: async (method, path, body) => {
      const response = await fetch(`${base}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

async function untilHealthy(child: ChildProcess, url: string, complaints: () => string): Promise<void> {
  const giveUpAt = Date.now() + 4 * patience
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended at its start: ${complaints()}`)
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    if (Date.now() > giveUpAt) throw new Error(`The service did not start: ${complaints()}`)
    await delay(20)
  }
}
