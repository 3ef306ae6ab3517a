// Plain JavaScript for an old Node: this runs before anything is known about the one that runs it.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The oldest Node that Octavo runs on, as `22.19`. */
export const minimumNode = engines.node.replace('>=', '')

/**
 * Whether this version of Node is new enough; by default the running one.
 * @param {string} version as `22.19.0`
 */
export function isSupported(version = process.versions.node) {
  return asNumber(version) >= asNumber(minimumNode)
}

/** @param {string} version */
function asNumber(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1000 + minor
}
