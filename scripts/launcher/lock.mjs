import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { codeOf, readIfPresent, removeIfPresent } from './files.mjs'
import { inRoot } from './paths.mjs'
import { report } from './report.mjs'

const lock = inRoot('.cache', 'launch.lock')
const abandonedAfter = 30 * 60 * 1000

/**
 * Runs some work while no other launch in this project does.
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  mkdirSync(inRoot('.cache'), { recursive: true })
  await acquire()
  const release = () => removeIfPresent(lock)
  process.on('exit', release)
  try {
    await work()
  } finally {
    release()
    process.removeListener('exit', release)
  }
}

async function acquire() {
  for (let hasReported = false; !createFor(String(process.pid));) {
    const owner = readIfPresent(lock)
    if (owner !== undefined && isAbandoned(Number(owner))) breakLock(owner)
    else if (owner !== undefined && !hasReported) {
      report(`waiting for another launch (process ${owner}) to finish its preparations ...`)
      hasReported = true
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Whether the lock was free and is this owner's now. @param {string} owner its process id */
function createFor(owner) {
  try {
    writeFileSync(lock, owner, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {number} owner 0 when it has not written itself down yet, which is our own process group and so alive */
function isAbandoned(owner) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > abandonedAfter) return true
    process.kill(owner, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/**
 * Of several waiters one succeeds in renaming it; a waiter that caught the lock of a new owner instead gives it back.
 * @param {string} owner
 */
function breakLock(owner) {
  const broken = `${lock}.${process.pid}`
  try {
    renameSync(lock, broken)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const found = readIfPresent(broken)
  if (found !== undefined && found !== owner) createFor(found)
  removeIfPresent(broken)
}
