import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'

/** bytes of the header of a database; a shorter file holds no database, and the engine would create a new one in it */
const headerSize = 100

/**
 * Throws a ConfigError when the file of the embedded database is empty or cut off in its header but other files show
 * that it had content. A full disk or an interrupted copy leaves such a file, and a new empty site would hide the loss.
 */
export function refuseEmptied(dataDir: string, file: string): void {
  // A log (-wal) shows that there was content. It is no false alarm while another process creates a new database: the
  // engine writes the header before it creates the log.
  const traces = [
    sizeOf(`${file}-wal`) > 0 ? `${file}-wal` : null,
    ...['files', 'uploads']
      .map((name) => join(dataDir, name))
      .map((folder) => (isFilled(folder) ? folder : null)),
  ].filter((trace) => trace !== null)
  const size = sizeOf(file)
  if (traces.length === 0 || size < 0 || size >= headerSize) return
  throw new ConfigError(
    `OCTAVO_DATA_DIR holds an empty database, ${file}, beside data of a site (${traces.join(', ')}): put the database back from a backup, or remove both to begin a new site.`,
  )
}

/** -1 if the file does not exist */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1
}

function isFilled(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length > 0
}
