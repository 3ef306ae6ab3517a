// Plain JavaScript for an old Node: this runs before anything is known about the one that runs it.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The oldest Node that Octavo runs on, as `22.19`. */
export const minimumNode = engines.node.replace('>=', '')

/**
 * Whether this version of Node is new enough; the one that runs us unless told otherwise.
 * @param {string} version as `22.19.0`
 */
export function isSupported(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  const [minimumMajor, minimumMinor] = minimumNode.split('.').map(Number)
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor)
}
