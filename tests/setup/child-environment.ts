import { fileURLToPath } from 'node:url'

/**
 * The command and the service as they are installed, which Node runs: they start with half the work of their sources.
 * `npm test` builds them when the sources have changed.
 */
export const program = fileURLToPath(new URL('../../packages/cli/bundle/main.js', import.meta.url))

/**
 * What a process of the service is started with, whatever else is in the environment of the tests: where programs
 * are, where Node keeps what it has made of the sources, so that not every start reads all of them again, that no load
 * balancer has to learn of a stop, and that statements, which are slow on a busy machine, are not logged for it.
 */
export const childEnvironment = {
  PATH: process.env['PATH'],
  OCTAVO_SHUTDOWN_DELAY: '0',
  OCTAVO_SLOW_QUERY_MS: '3600000',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/octavo-compiled', import.meta.url)),
}
