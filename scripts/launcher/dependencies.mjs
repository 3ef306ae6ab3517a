import { join } from 'node:path'
import { readIfPresent } from './files.mjs'
import { npmCi } from './npm.mjs'
import { root } from './paths.mjs'
import { reportWork } from './report.mjs'

/** Whether what is installed belongs to the lock file; without development, those dependencies may be absent. */
export const isInstalled = (forDevelopment = true) => holdsLock(root, forDevelopment)

/** Installs the dependencies of the whole project. */
export async function installDependencies() {
  await reportWork('installing dependencies', () => npmCi(root))
}

/**
 * Whether a folder's node_modules is what its lock file says: npm records what it has installed when it is through.
 * Optional packages may be absent, being for other platforms.
 * @param {string} folder
 */
export function holdsLock(folder, forDevelopment = true) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = present[path]
    if (found === undefined) return entry.optional || entry.devOptional || (entry.dev && !forDevelopment)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * @typedef {object} LockEntry
 * @property {string} version @property {string} integrity
 * @property {boolean} [link] @property {boolean} [dev] @property {boolean} [optional] @property {boolean} [devOptional]
 * @param {string} file of npm's lock format
 * @returns {Record<string, LockEntry>} by path; empty without that file
 */
function readPackages(file) {
  const text = readIfPresent(file)
  return text === undefined ? {} : JSON.parse(text).packages
}
