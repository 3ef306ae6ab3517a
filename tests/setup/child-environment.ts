import { fileURLToPath } from 'node:url'

/**
 * What a process of the service is started with, whatever else stands in the environment of the tests: where programs
 * are, and where Node keeps what it has made of the sources, so that not every start reads all of them anew.
 */
export const childEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/octavo-compiled', import.meta.url)),
}
