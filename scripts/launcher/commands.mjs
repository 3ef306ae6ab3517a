/** What is built by itself: the packages that Node runs, and the admin for browsers. @typedef {'packages' | 'admin'} Part */

/**
 * What a command runs, as paths from the root of the project.
 * @typedef {object} Command
 * @property {string} [file] none where preparing is all there is to do
 * @property {string[]} args
 * @property {string[]} argsForAll further ones where the user names no file
 * @property {string[]} flags for Node itself
 * @property {Part[]} needs what must be built before
 * @property {boolean} forDevelopment whether it uses development dependencies
 * @property {boolean} keepsFolder whether it runs where the user is, not in the root
 */

/** @param {Partial<Command>} command @returns {Command} */
const defineCommand = (command) => ({
  args: [],
  argsForAll: [],
  flags: [],
  needs: [],
  forDevelopment: true,
  keepsFolder: false,
  ...command,
})

/** @type {Part[]} */
const all = ['packages', 'admin']
const cli = { file: 'packages/cli/bundle/main.js', needs: all, forDevelopment: false }
/** @type {Partial<Command>} */
const tests = { file: 'node_modules/vitest/vitest.mjs', args: ['run'], needs: all }
const fromSources = ['--conditions=octavo-source']

/** @type {Record<string, Command>} */
export const commands = {
  start: defineCommand({ ...cli, args: ['serve'] }),
  octavo: defineCommand({ ...cli, keepsFolder: true }),
  dev: defineCommand({
    file: 'packages/cli/src/main.ts',
    args: ['serve'],
    flags: ['--watch', ...fromSources],
    needs: ['admin'],
  }),
  build: defineCommand({ needs: all }),
  test: defineCommand({ ...tests, argsForAll: ['--tags-filter=!long', '--tags-filter=!timing'] }),
  'test:long': defineCommand({ ...tests, args: ['run', '--tags-filter=long', '--tags-filter=!timing'] }),
  'test:timing': defineCommand({ ...tests, args: ['run', '--tags-filter=timing', '--maxWorkers=1'] }),
  bench: defineCommand({ file: 'bench/main.ts', flags: fromSources, needs: all }),
  soak: defineCommand({ file: 'scripts/soak.ts', flags: fromSources, needs: ['admin'] }),
  packages: defineCommand({ file: 'scripts/pack.ts', needs: all }),
  example: defineCommand({ file: 'scripts/example.ts', needs: all }),
  check: defineCommand({ file: 'scripts/check.ts' }),
  format: defineCommand({ file: 'node_modules/oxfmt/bin/oxfmt' }),
}
