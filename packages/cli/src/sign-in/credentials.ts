import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'

/** The stored credentials for one site. */
export interface Credentials {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** UTC with milliseconds */
  readonly expiresAt: string
}

/** origin of a site → its credentials */
export type Sites = Readonly<Record<string, Credentials>>

/** milliseconds that a process waits for the lock: longer than `abandonedAfter`, so that it can take over the lock */
const lockTimeout = 45_000
/**
 * milliseconds after which a lock counts as left behind by a dead process: longer than the requests that a live process
 * waits for while it holds the lock
 */
const abandonedAfter = 40_000

function folder(): string {
  const { XDG_CONFIG_HOME: configured } = process.env
  // The XDG standard says that a relative path is ignored.
  const base = configured?.startsWith('/') === true ? configured : join(homedir(), '.config')
  return join(base, 'octavo')
}

/** The path of the file with the sites that the person is signed in to. */
export function credentialsFile(): string {
  return join(folder(), 'credentials.json')
}

/** The sites that the person is signed in to; none without the file. Throws a CommandError if it cannot be read. */
export async function readSites(): Promise<Sites> {
  let text: string
  try {
    text = await readFile(credentialsFile(), 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return {}
    throw new CommandError(`${credentialsFile()} cannot be read.`, { cause: error })
  }
  const sites = parsed(text)
  if (sites === null) {
    throw new CommandError(`${credentialsFile()} is broken; remove it and sign in again: octavo login`)
  }
  return sites
}

/** The sites in the text of the file; null if it has another form. */
function parsed(text: string): Sites | null {
  try {
    const { sites } = JSON.parse(text) as { sites?: unknown }
    if (typeof sites !== 'object' || sites === null) return null
    const entries = Object.entries(sites as Record<string, unknown>)
    return entries.every(([, one]) => isCredentials(one)) ? (Object.fromEntries(entries) as Sites) : null
  } catch {
    return null
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { accessToken, refreshToken, expiresAt } = value as Partial<Record<keyof Credentials, unknown>>
  const isRefresh = refreshToken === null || typeof refreshToken === 'string'
  return typeof accessToken === 'string' && typeof expiresAt === 'string' && isRefresh
}

/**
 * Changes the stored credentials of one site under a lock; null deletes them. The file is replaced atomically: a reader
 * finds the old or the new one.
 */
export async function changeSite(
  site: string,
  change: (current: Credentials | null) => Promise<Credentials | null>,
): Promise<Credentials | null> {
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  // The folder may have existed before, readable by other users.
  await chmod(folder(), 0o700)
  return withLock(async () => {
    const { [site]: current = null, ...others } = await readSites()
    const changed = await change(current)
    const sites: Sites = changed === null ? others : { ...others, [site]: changed }
    await replaceFile(`${JSON.stringify({ sites }, null, 2)}\n`)
    return changed
  })
}

/** Writes the text to a new file, and gives that the name of the credentials file. */
async function replaceFile(text: string): Promise<void> {
  const temporary = `${credentialsFile()}.${process.pid}`
  // An earlier process with the same id may have left one.
  await rm(temporary, { force: true })
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true })
  await rename(temporary, credentialsFile())
}

/**
 * Does work while no other process holds the lock of the credentials. A refresh token works once: two processes that
 * sent the same one would end the sign-in.
 */
async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${credentialsFile()}.lock`
  await acquire(lock)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Waits until it can create the lock file. */
async function acquire(lock: string): Promise<void> {
  for (const giveUpAt = Date.now() + lockTimeout; Date.now() < giveUpAt; await delay(20)) {
    try {
      await (await open(lock, 'wx', 0o600)).close()
      return
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
    if (await isAbandoned(lock)) await rm(lock, { force: true })
  }
  throw new CommandError(`Another command has been holding ${lock} for long; remove it if there is none.`)
}

async function isAbandoned(lock: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs > abandonedAfter
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
