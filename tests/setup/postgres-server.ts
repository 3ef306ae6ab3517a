import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import type { Programs } from './postgres-programs.ts'

export interface Cluster {
  readonly data: string
  readonly password: string
}

export interface Server {
  readonly url: string
  readonly hasEnded: Promise<void>
  stop(): Promise<void>
}

/** Creates an empty cluster in a folder that its owner may pass through. */
export async function createCluster({ initdb, owner }: Programs, folder: string): Promise<Cluster> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const password = randomBytes(16).toString('hex')
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  for (const path of [data, passwordFile]) await give(path, owner)
  const flags = [
    '--username=octavo',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-sync',
    // A random password needs no slow hash, which each connection would have to compute.
    '--set=scram_iterations=1',
  ]
  // A language's own order, as most servers have it: what relies on the order of bytes must say so.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...flags, ...locale], {
    ...owner,
    cwd: data,
    env: plainEnvironment(),
  })
  await rm(passwordFile)
  return { data, password }
}

const attempts = 5

/** Starts a server on a port of 127.0.0.1, a free one by default. */
export async function startServer(
  programs: Programs,
  cluster: Cluster,
  { port: givenPort, settings = {} }: { port?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<Server> {
  let messages = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = givenPort ?? (await freePort())
    const child = spawn(programs.postgres, serverFlags(cluster.data, { port, settings }), {
      ...programs.owner,
      cwd: cluster.data,
      env: plainEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const outcome = await readiness(child)
    if (outcome.isReady) {
      const hasEnded = once(child, 'exit').then(() => undefined)
      return {
        url: `postgres://octavo:${cluster.password}@127.0.0.1:${port}/postgres`,
        hasEnded,
        stop: () => stop(child),
      }
    }
    messages = outcome.messages
  }
  throw new Error(`PostgreSQL did not start:\n${messages}`)
}

function serverFlags(
  data: string,
  { port, settings: more }: { port: number; settings: Readonly<Record<string, string>> },
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // Nothing here outlives the tests, so nothing need be safe from a loss of power.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    log_min_messages: 'log',
    ...more,
  }
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Whether a server takes connections, or has ended instead. */
async function readiness(child: ChildProcess): Promise<{ isReady: boolean; messages: string }> {
  let messages = ''
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve({ isReady: false, messages }))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-10_000)
      if (/ready to accept (read-only )?connections/.test(messages)) resolve({ isReady: true, messages })
    })
  })
}

/** A fast shutdown: PostgreSQL closes all connections itself. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const force = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  child.kill('SIGINT')
  await once(child, 'exit')
  clearTimeout(force)
}

async function give(path: string, { uid, gid }: Programs['owner']): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Without PGDATA, PGPORT and their like, and with messages in the language that is looked for here. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}
