import { stat, statfs, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Files } from '../../platform/files/files.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import { openFiles } from '../../platform/files/open.ts'
import { nearestExisting, probeFolder } from '../../platform/files/probe-folder.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './finding.ts'

const gigabyte = 1024 ** 3

/** bytes of free space below which the disk counts as nearly full, and as full */
const nearlyFull = gigabyte
const full = 50 * 1024 * 1024

const makeSpace = 'Make space, or move the data directory to a larger disk.'

/** Whether the data directory can be used and has space. */
export async function examineDataDirectory({ dataDir }: Config): Promise<Finding[]> {
  const existing = await nearestExisting(dataDir)
  try {
    await probeFolder(existing)
  } catch (error) {
    return [
      failure(
        'data directory',
        `${existing} cannot be written: ${sentenceOf(error)}`,
        isDiskFull(error)
          ? makeSpace
          : 'Give the folder to the user of the service, or name another one in OCTAVO_DATA_DIR.',
      ),
    ]
  }
  const found =
    existing === dataDir ? await permissionsOf(dataDir) : ok('data directory', `${dataDir} can be created.`)
  return [found, await spaceOf(existing)]
}

async function permissionsOf(dataDir: string): Promise<Finding> {
  const { mode } = await stat(dataDir)
  if ((mode & 0o077) === 0)
    return ok('data directory', `${dataDir} can be written, and only its owner can read it.`)
  return warning(
    'data directory',
    `${dataDir} can be read by other users of this machine.`,
    `Run: chmod 700 ${dataDir}`,
  )
}

async function spaceOf(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  const message = `${(free / gigabyte).toFixed(1)} GB are free on the disk of the data directory.`
  if (free >= nearlyFull) return ok('disk', message)
  return free < full ? failure('disk', message, makeSpace) : warning('disk', message, makeSpace)
}

const probe = Buffer.from('probe')

/**
 * Reads a file that was just stored; throws unless it has the bytes that were written. A server that is no file store
 * may answer every request with success.
 */
async function assertReadable(files: Files, key: string): Promise<void> {
  const content = await files.read(key, { start: 0, end: probe.length - 1 })
  const chunks: Buffer[] = []
  if (Buffer.isBuffer(content)) chunks.push(content)
  else if (content !== null) for await (const chunk of content) chunks.push(chunk as Buffer)
  if (!Buffer.concat(chunks).equals(probe))
    throw new Error('A file that was just stored cannot be read: this is no file store.')
}

/** Whether files can be written to, read from and removed from the file store. */
export async function examineStore(config: Config, log: Logger): Promise<Finding[]> {
  try {
    const { files, incoming } = await openFiles(config, log)
    // 0: fails at once if the store does not answer.
    await files.awaitStore(0, log)
    const path = await incoming.newPath()
    await writeFile(path, probe, { flag: 'wx', mode: 0o600 })
    const key = `_doctor/${randomUUID()}`
    try {
      await files.put(key, path, 'text/plain')
      await assertReadable(files, key)
    } finally {
      await files.remove(key)
      await incoming.discard({ path })
    }
    return [ok('store', 'Files can be stored, read and removed.')]
  } catch (error) {
    const setting = config.filesUrl === null ? 'the folder "files" in OCTAVO_DATA_DIR' : 'OCTAVO_FILES_URL'
    return [failure('store', sentenceOf(error), `Correct ${setting}.`)]
  }
}
