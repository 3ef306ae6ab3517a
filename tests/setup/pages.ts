import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import { withPostgres } from './databases.ts'
import { startMailServer } from './mail.ts'
import type { Engine } from './service.ts'

const entry = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname

/** A service of its own process, as an operator starts it, with all that browsers need of it. */
export interface PagesService {
  /** where people find it */
  readonly baseUrl: string
  /** the port that it listens on; another one than that of `baseUrl` when it stands behind a proxy */
  readonly port: number
  /** what it has printed so far */
  printed(): string
  /** the one-time link for the first account, which it printed at its start */
  setupLink(): string
  /** the link in the next mail, which must be to this address */
  mailedLink(to: string): Promise<string>
  /** how many mails came so far */
  mailCount(): number
  close(): Promise<void>
}

export interface PagesOptions {
  readonly engine?: Engine
  readonly hasMail?: boolean
  /** where people find it, if not at its own port */
  readonly baseUrl?: string
  /** further settings */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a service without any user. Close it at the end. */
export async function startPages({
  engine = 'sqlite',
  hasMail = true,
  baseUrl,
  env = {},
}: PagesOptions = {}): Promise<PagesService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-pages-'))
  const postgres = engine === 'postgres' ? await withPostgres() : null
  const mail = await startMailServer()
  const port = await freePort()
  const url = baseUrl ?? `http://localhost:${port}`
  const child = spawn(process.execPath, ['--conditions=octavo-source', entry, 'serve'], {
    env: {
      ...childEnvironment,
      PORT: String(port),
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_BASE_URL: url,
      OCTAVO_LOG_LEVEL: 'info',
      ...(hasMail && { OCTAVO_SMTP_URL: mail.url, OCTAVO_MAIL_FROM: 'Octavo <octavo@example.com>' }),
      ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'exit')
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    await mail.close()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const setupLink = (): string => /https?:\S+\/_cms\/setup\?code=[\w-]+/.exec(printed)?.[0] ?? ''
  const isReady = (): boolean => setupLink() !== ''
  for (let waited = 0; !isReady(); waited += 20) {
    if (child.exitCode !== null || waited > 20_000) {
      await close()
      throw new Error(`The service printed no setup link: ${printed}`)
    }
    await delay(20)
  }
  return {
    baseUrl: url,
    port,
    printed: () => printed,
    setupLink,
    mailedLink: async (to) => {
      const { to: receivers, text } = await mail.next()
      if (receivers.join() !== to) throw new Error(`The mail went to ${receivers.join()}, not to ${to}.`)
      return /https?:\S+/.exec(text)?.[0] ?? ''
    },
    mailCount: () => mail.mails.length,
    close,
  }
}

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
