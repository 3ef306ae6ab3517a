import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { report } from './report.mjs'

const folder = inRoot('.cache')
const lock = inRoot('.cache', 'launch.lock')
const abandonedAfter = 30 * 60 * 1000

/**
 * Runs some work while no other launch in this project does.
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  mkdirSync(folder, { recursive: true })
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  const release = () => removeIfPresent(lock)
  try {
    await acquire(mine)
  } finally {
    removeIfPresent(mine)
  }
  process.on('exit', release)
  try {
    await work()
  } finally {
    release()
    process.removeListener('exit', release)
  }
}

/** A link appears with its content at once, so that nobody reads a lock without its owner. @param {string} mine */
async function acquire(mine) {
  for (let hasReported = false; !canLink(mine); ) {
    const owner = readOwner()
    if (owner !== undefined && isAbandoned(owner)) breakLock(owner)
    else if (owner !== undefined && !hasReported) {
      report(`waiting for another launch (process ${owner}) to finish its preparations ...`)
      hasReported = true
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @param {string} mine */
function canLink(mine) {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readOwner() {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** @param {number} owner */
function isAbandoned(owner) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > abandonedAfter) return true
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Renaming lets only one of several waiters remove it, and gives back a lock that was new already. @param {number} owner */
function breakLock(owner) {
  const broken = `${lock}.broken-${process.pid}`
  try {
    renameSync(lock, broken)
    if (Number(readFileSync(broken, 'utf8')) !== owner) linkSync(broken, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  removeIfPresent(broken)
}

/** @param {string} file */
function removeIfPresent(file) {
  try {
    unlinkSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
