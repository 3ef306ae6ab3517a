import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'

/** The system's code of an error, as `ENOENT`. @param {unknown} error */
export const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code

/** The text of a file, or `undefined` when there is none. @param {string} file */
export function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @param {string} file */
export function removeIfPresent(file) {
  try {
    unlinkSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** The paths of all files below a folder, relative to it and in a fixed order. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(folder, entry.name)).map((path) => join(entry.name, path))
        : entry.name,
    )
}

/** Of contents, not of times: those differ between two clones of the same. @param {string[]} files */
export function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${file.slice(inRoot().length)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
