import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { CommitMode } from '../bare/commits.ts'
import type { Question, Usage } from './answer-parent.ts'

const patience = 20_000

/** A server under measurement, in its own process. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly token: string
  readonly pid: number
  usage(): Promise<Usage>
  /** collects a CPU profile until `endProfile` writes it into a file */
  startProfile(): Promise<unknown>
  endProfile(file: string): Promise<Usage>
  stop(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly token: string
}

export async function startBare({ folder, token }: Place, mode: CommitMode): Promise<Server> {
  const environment = { BENCH_FOLDER: folder, BENCH_TOKEN: token, BENCH_COMMIT: mode }
  return start(mode === 'each' ? 'bare' : 'bare, shared commit', '../bare-server.ts', token, environment)
}

export async function startBarePostgres(url: string, token: string): Promise<Server> {
  const environment = { BENCH_DATABASE: url, BENCH_TOKEN: token }
  return start('bare', '../bare-postgres-server.ts', token, environment)
}

/** Octavo as in production; its settings are the defaults but for where its data is, what it logs, and `settings`. */
export async function startOctavo(
  { folder, token }: Place,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  return start('octavo', '../octavo-server.ts', token, { ...octavoEnvironment(folder), ...settings })
}

/** Octavo as it is built, with the log of events or without it. */
export async function startBuilt(
  { folder, token }: Place,
  { hasEvents, settings = {} }: { hasEvents: boolean; settings?: Readonly<Record<string, string>> },
): Promise<Server> {
  const module = hasEvents ? '../octavo-server.ts' : '../without-events-server.ts'
  return start('octavo', module, token, { ...octavoEnvironment(folder), ...settings }, [])
}

export function octavoEnvironment(folder: string): Record<string, string> {
  return {
    OCTAVO_DATA_DIR: folder,
    OCTAVO_LOG_LEVEL: 'warn',
    OCTAVO_SHUTDOWN_DELAY: '0',
    HOST: '127.0.0.1',
  }
}

/** The environment without settings of this shell's own Octavo. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_')))
}

async function start(
  name: string,
  module: string,
  token: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = process.execArgv,
): Promise<Server> {
  const port = await freePort()
  // Logging is part of the work; the lines are not needed.
  const hasLog = environment['OCTAVO_LOG_LEVEL'] === 'info'
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [], {
    execArgv: [...flags],
    env: { ...cleanEnvironment(), ...environment, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', hasLog ? 'ignore' : 'inherit', 'ipc'],
  })
  await nextMessage(child)
  const ask = (question: Question): Promise<Usage> => {
    child.send(question)
    return nextMessage(child) as Promise<Usage>
  }
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    token,
    pid: child.pid ?? 0,
    usage: () => ask({ ask: 'usage' }),
    startProfile: () => ask({ ask: 'profile' }),
    endProfile: (file) => ask({ ask: 'profiled', file }),
    stop: () => stop(child),
  }
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('A measured server ended or did not answer.'))
    const timer = setTimeout(fail, patience)
    child.once('exit', fail)
    child.once('message', (message) => {
      clearTimeout(timer)
      child.off('exit', fail)
      resolve(message)
    })
  })
}

/** Ends a process that the bench has started. */
export function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
