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

/**
 * Installs exactly what a folder's lock file says.
 * @param {string} folder @param {string} node the Node to run npm with @param {number} [timeout] after which npm is killed
 */
export async function npmCi(folder, node, timeout) {
  const { code } = await runNpm(
    folder,
    node,
    ['ci'].concat(flags),
    /** @type {['ignore', 2, 2]} */ (['ignore', 2, 2]),
    timeout,
  )
  if (code !== 0) throw new LaunchError(`npm ci in ${folder} failed; its message stands above.`)
}

/**
 * Runs npm in a folder.
 * @param {string} folder @param {string} node the Node that npm and what it starts run with
 * @param {string[]} args @param {import('node:child_process').StdioOptions} stdio
 * @param {number} [timeout] milliseconds after which it is killed
 */
export function runNpm(folder, node, args, stdio, timeout) {
  const [file, before, shell] = npmProgram(node)
  // While npm waits for a registry, it ends for no other signal.
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: folder, env: environment(node), shell, stdio, timeout, killSignal: 'SIGKILL' }
  return run(file, before.concat(args), options).catch((error) => {
    throw new LaunchError(
      `npm is needed to install what is missing, and could not be started (${error.code}).`,
    )
  })
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
