import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  if (present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = present[path]
    if (found === undefined) return entry.optional || entry.devOptional || (entry.dev && !forDevelopment)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @param {string} file of npm's lock format */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
