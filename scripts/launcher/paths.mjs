import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the project, an absolute path. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The absolute path of something in the project. @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts)
