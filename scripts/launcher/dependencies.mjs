import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from './files.mjs'
import { npmCi } from './npm.mjs'
import { root } from './paths.mjs'
import { reportWork } from './report.mjs'

/**
 * @typedef {object} LockEntry
 * @property {string} version @property {string} integrity
 * @property {boolean} [link] @property {boolean} [dev] @property {boolean} [optional] @property {boolean} [devOptional]
 * @property {string[]} [os] @property {string[]} [cpu] @property {string[]} [libc]
 */

/** Whether what is installed belongs to the lock file; without development, those dependencies may be absent. */
export const isInstalled = (forDevelopment = true) => holdsLock(root, forDevelopment)

/** Installs the dependencies of the whole project. @param {string} node the path of the Node that will use them */
export async function installDependencies(node) {
  await reportWork('installing dependencies', () => installIn(root, node))
}

/** Installs what a folder's lock file says, for this Node: npm leaves out native parts that its own Node is too old for.
 * @param {string} folder @param {string} node @param {number} [timeout] milliseconds after which it fails */
export async function installIn(folder, node, timeout) {
  await npmCi(folder, node, timeout)
  writeFileSync(recordOf(folder), hashOfLock(folder))
}

/**
 * Whether a folder's node_modules is what its lock file says: npm records what it has installed when it is through.
 * An optional package may be absent when it is for other machines, or could not be installed when we tried.
 * @param {string} folder
 */
export function holdsLock(folder, forDevelopment = true) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  const isOurs = readIfPresent(recordOf(folder)) === hashOfLock(folder)
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    // A package of the project that is new since the last installation has no link yet.
    if (entry.link) return existsSync(join(folder, path))
    const found = present[path]
    if (found !== undefined) return found.version === entry.version && found.integrity === entry.integrity
    if (entry.dev && !forDevelopment) return true
    return (entry.optional || entry.devOptional) && (isOurs || !isForThisMachine(entry))
  })
}

/** Remembers for which lock file we have installed. @param {string} folder */
const recordOf = (folder) => join(folder, 'node_modules', '.installed-by-launcher')

/** @param {string} folder */
const hashOfLock = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/** @param {string} file of npm's lock format @returns {Record<string, LockEntry>} by path; empty without that file */
function readPackages(file) {
  const text = readIfPresent(file)
  return text === undefined ? {} : JSON.parse(text).packages
}

/** Only what names its machine is known to be for it: the rest may belong to a part for another one. @param {LockEntry} entry */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (libc === undefined || libc.includes(ownLibc()))
  )
}

/** @type {string | undefined} */
let knownLibc

function ownLibc() {
  if (knownLibc === undefined) {
    const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
    knownLibc = report.header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  }
  return knownLibc
}
