import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTime, residentBytes } from '../servers/processes.ts'
import { type Server, stop } from '../servers/server.ts'

/** milliseconds that a peer may take to answer for the first time */
const patience = 120_000

interface Launch {
  readonly name: string
  readonly command: readonly [program: string, ...parameters: string[]]
  /** where it runs; the folder of the data without it */
  readonly directory?: string
  readonly environment: NodeJS.ProcessEnv
  readonly port: number
  readonly token: string
  /** a path that is answered, with any status below 500, as soon as the server listens */
  readonly path: string
}

/** The folder of the data of one peer, and the servers that use it. */
export class Place {
  readonly folder: string
  readonly #servers: Server[] = []

  constructor(name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `octavo-bench-${name}-`))
  }

  /** Starts a server, in this folder by default, and waits until it answers. */
  async launch(command: Launch): Promise<Server> {
    const server = await launch(command, command.directory ?? this.folder)
    this.#servers.push(server)
    return server
  }

  /** Stops the servers, and removes the data. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function launch(
  { name, command, environment, port, token, path }: Launch,
  directory: string,
): Promise<Server> {
  const [program, ...parameters] = command
  const child = spawn(program, parameters, { cwd: directory, env: environment, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilAnswer(child, `${url}${path}`)
  const pid = child.pid ?? 0
  const cannot = (): Promise<never> => Promise.reject(new Error(`${name} cannot be profiled.`))
  return {
    name,
    url,
    token,
    pid,
    usage: () => Promise.resolve({ cpu: processorTime(pid), residentBytes: residentBytes(pid) }),
    startProfile: cannot,
    endProfile: cannot,
    stop: () => stop(child),
  }
}

async function untilAnswer(child: ChildProcess, url: string): Promise<void> {
  // Without a listener the event would end the bench; the process has no id then.
  child.once('error', () => undefined)
  // A bench that is stopped leaves no server behind.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const giveUpAt = performance.now() + patience
  while (performance.now() < giveUpAt && child.pid !== undefined && child.exitCode === null) {
    const isThere = await fetch(url).then(
      async (response) => (await response.arrayBuffer(), response.status < 500),
      () => false,
    )
    if (isThere) return
    await delay(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${url} was not answered in time.`)
}

/** The JSON of an answer that must be a success. */
export async function call(
  { url, token }: Pick<Server, 'url' | 'token'>,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}
