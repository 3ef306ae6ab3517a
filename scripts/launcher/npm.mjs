import { basename } from 'node:path'
import { environmentFor } from './environment.mjs'
import { run } from './process.mjs'
import { LaunchError } from './report.mjs'

// Optional packages are the native parts; what the user's settings leave out elsewhere is needed here.
const flags = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Installs exactly what a folder's lock file says. @param {string} folder @param {string} node the Node to run npm with */
export async function npmCi(folder, node) {
  const { code } = await runNpm(
    folder,
    node,
    ['ci'].concat(flags),
    /** @type {['ignore', 2, 2]} */ (['ignore', 2, 2]),
  )
  if (code !== 0) throw new LaunchError(`npm ci in ${folder} failed; its message stands above.`)
}

/**
 * Runs npm in a folder.
 * @param {string} folder @param {string} node the Node that npm and what it starts run with
 * @param {string[]} args @param {import('node:child_process').StdioOptions} stdio
 */
export function runNpm(folder, node, args, stdio) {
  const [file, before, shell] = npmProgram(node)
  return run(file, before.concat(args), { cwd: folder, env: environment(node), shell, stdio }).catch(
    (error) => {
      throw new LaunchError(
        `npm is needed to install what is missing, and could not be started (${error.code}).`,
      )
    },
  )
}

/** The npm that called us, or else the one on the PATH. @param {string} node @returns {[string, string[], boolean]} */
function npmProgram(node) {
  const caller = process.env.npm_execpath
  if (caller && basename(caller) === 'npm-cli.js') return [node, [caller], false]
  return ['npm', [], process.platform === 'win32']
}

/** Without the settings of an outer npm, such as `--workspace`. @param {string} node */
function environment(node) {
  /** @type {NodeJS.ProcessEnv} */
  const env = environmentFor(node)
  for (const name of ['workspace', 'workspaces', 'global', 'location', 'prefix', 'dry_run'])
    delete env[`npm_config_${name}`]
  return env
}
