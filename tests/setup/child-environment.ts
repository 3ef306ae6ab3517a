import { fileURLToPath } from 'node:url'

/**
 * The command and the service as they are installed, which Node runs: they start with half the work of their sources.
 * `npm test` builds them when the sources have changed.
 */
export const program = fileURLToPath(new URL('../../packages/cli/bundle/main.js', import.meta.url))

/**
 * What a process of the service is started with, whatever else is in the environment of the tests: where programs
 * are, where Node keeps what it has made of the sources, so that not every start reads all of them again, and that no
 * load balancer has to learn of a stop.
 */
export const childEnvironment = {
  PATH: process.env['PATH'],
  OCTAVO_SHUTDOWN_DELAY: '0',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/octavo-compiled', import.meta.url)),
}
