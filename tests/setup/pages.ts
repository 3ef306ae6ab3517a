import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '@octavo/server/app'
import { type Config, readConfig } from '@octavo/server/config'
import { setupNotice } from '@octavo/server/identity/sign-in/setup-notice'
import type { Transaction } from '@octavo/server/platform/database/database'
import { createLog } from '@octavo/server/platform/log'
import { openDatabase } from '@octavo/server/platform/database/open'
import { childEnvironment, program } from './child-environment.ts'
import { databaseDefaults, putMigratedSqlite, withMigratedPostgres } from './databases.ts'
import { freePort } from './free-port.ts'
import { startMailServer } from './mail.ts'
import { patience } from './patience.ts'
import type { Engine } from './service.ts'

/** A service with what browsers need. */
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
  /** lets an hour pass since everybody proved last who they are */
  letAuthenticationAge(): Promise<void>
  /** makes all passkeys what they were before devices had to check who uses them */
  forgetVerification(): Promise<void>
  /** makes the site one that was just restored */
  pause(): Promise<void>
  close(): Promise<void>
}

export interface PagesOptions {
  readonly engine?: Engine
  readonly hasMail?: boolean
  /** where people find it, if not at its own port */
  readonly baseUrl?: string
  /** whether an operator has started it, in a process of its own */
  readonly isOwnProcess?: boolean
  /** further settings */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a service without any user. Close it at the end. */
export async function startPages({
  engine = 'sqlite',
  hasMail = true,
  baseUrl,
  isOwnProcess = false,
  env = {},
}: PagesOptions = {}): Promise<PagesService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-pages-'))
  const postgres = engine === 'postgres' ? await withMigratedPostgres() : null
  if (engine === 'sqlite') await putMigratedSqlite(dataDir)
  const mail = await startMailServer()
  const port = await freePort()
  const url = baseUrl ?? `http://localhost:${port}`
  const release = async (): Promise<void> => {
    await mail.close()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const started = isOwnProcess ? startProcess : startHere
  const host = await started({
    PORT: String(port),
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_BASE_URL: url,
    OCTAVO_LOG_LEVEL: isOwnProcess ? 'info' : 'silent',
    ...(hasMail && { OCTAVO_SMTP_URL: mail.url, OCTAVO_MAIL_FROM: 'Octavo <octavo@example.com>' }),
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
    ...env,
  }).catch(async (error) => {
    await release()
    throw error
  })
  return {
    baseUrl: url,
    port,
    printed: host.printed,
    setupLink: () => setupLinkIn(host.printed()),
    mailedLink: async (to) => {
      const { to: receivers, text } = await mail.next()
      if (receivers.join() !== to) throw new Error(`The mail went to ${receivers.join()}, not to ${to}.`)
      return /https?:\S+/.exec(text)?.[0] ?? ''
    },
    mailCount: () => mail.mails.length,
    letAuthenticationAge: () => letAuthenticationAge(dataDir, postgres?.url ?? null),
    forgetVerification: () =>
      write({ dataDir, databaseUrl: postgres?.url ?? null }, (tx) =>
        tx.run('UPDATE passkeys SET user_verified = 0', []),
      ),
    pause: () =>
      write({ dataDir, databaseUrl: postgres?.url ?? null }, (tx) =>
        tx.run(`INSERT INTO counters (name, value) VALUES ('paused', 1)`, []),
      ),
    close: async () => {
      await host.stop()
      await release()
    },
  }
}

interface Host {
  printed(): string
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** The whole service in this process: a start of its own process takes a second of work. */
async function startHere(settings: Settings): Promise<Host> {
  const config = readConfig(settings)
  let printed = ''
  const print = (text: string): void => void (printed += `${text}\n`)
  const app = await createApp({ config, log: createLog(config.logLevel), print })
  await app.server.listen({ host: config.host, port: config.port })
  print((await setupNotice(app.services)) ?? '')
  return { printed: () => printed, stop: app.close }
}

/** As an operator starts it. */
async function startProcess(settings: Settings): Promise<Host> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...childEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const giveUpAt = Date.now() + 4 * patience
  while (setupLinkIn(printed) === '') {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop()
      throw new Error(`The service printed no setup link: ${printed}`)
    }
    await delay(20)
  }
  return { printed: () => printed, stop }
}

function setupLinkIn(printed: string): string {
  return /https?:\S+\/_cms\/setup\?code=[\w-]+/.exec(printed)?.[0] ?? ''
}

function letAuthenticationAge(dataDir: string, databaseUrl: string | null): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3600_000).toISOString()
  return write({ dataDir, databaseUrl }, async (tx) => {
    await tx.run('UPDATE sessions SET authenticated_at = ?', [anHourAgo])
    await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
  })
}

/** Writes into the database of the service, as another process of it would. */
async function write(
  place: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const database = await openDatabase({ ...databaseDefaults, ...place })
  await database.transaction('write', work)
  await database.close()
}
