/**
 * What a command runs, told from the root of the project.
 * @typedef {object} Command
 * @property {string} [file] none where preparing is all there is to do
 * @property {string[]} args
 * @property {string[]} flags for Node itself
 * @property {boolean} needsBuild
 * @property {boolean} forDevelopment whether it uses development dependencies
 * @property {boolean} keepsFolder whether it runs where the user stands, not in the root
 */

/** @param {Partial<Command>} command @returns {Command} */
const defineCommand = (command) => ({
  args: [],
  flags: [],
  needsBuild: false,
  forDevelopment: true,
  keepsFolder: false,
  ...command,
})

const cli = { file: 'packages/cli/dist/main.js', needsBuild: true, forDevelopment: false }
const fromSources = ['--conditions=octavo-source']

/** @type {Record<string, Command>} */
export const commands = {
  start: defineCommand({ ...cli, args: ['serve'] }),
  octavo: defineCommand({ ...cli, keepsFolder: true }),
  dev: defineCommand({
    file: 'packages/cli/src/main.ts',
    args: ['serve'],
    flags: ['--watch', ...fromSources],
  }),
  build: defineCommand({ needsBuild: true }),
  test: defineCommand({ file: 'node_modules/vitest/vitest.mjs', args: ['run'], needsBuild: true }),
  bench: defineCommand({ file: 'bench/main.ts', flags: fromSources, needsBuild: true }),
  check: defineCommand({ file: 'scripts/check.ts' }),
  format: defineCommand({ file: 'node_modules/oxfmt/bin/oxfmt' }),
}
