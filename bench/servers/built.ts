import { fileURLToPath } from 'node:url'

/** The command as `npm start` runs it. */
export const built = fileURLToPath(new URL('../../packages/cli/bundle/main.js', import.meta.url))
