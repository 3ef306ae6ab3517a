// Plain JavaScript for an old Node (14 or newer), as everything in this folder: it finds a Node that Octavo runs on,
// installs and builds what is missing, and hands over.
import { pathToFileURL } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { commands } from './commands.mjs'
import { installDependencies, isInstalled } from './dependencies.mjs'
import { withLock } from './lock.mjs'
import { environmentFor, findNode, installNode } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { finishLike, run } from './process.mjs'
import { LaunchError, report } from './report.mjs'

/**
 * Prepares what a command of `commands.mjs` needs and runs it. The process ends as the command does.
 * @param {string} name
 * @param {string[]} args handed on to the command
 */
export async function launch(name, args) {
  try {
    const command = commands[name]
    if (command === undefined) throw new LaunchError(`Give one of these commands: ${Object.keys(commands).join(', ')}.`)
    if (!isReady(command)) await withLock(() => prepare(command))
    if (!command.keepsFolder) process.chdir(root)
    if (command.file !== undefined) await hand(command, args)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    report(error.message)
    process.exitCode = 1
  }
}

/** @param {import('./commands.mjs').Command} command */
function isReady(command) {
  return findNode() !== undefined && isInstalled(command.forDevelopment) && (!command.needsBuild || isBuilt())
}

/** Asks again what is missing: another launch may just have done it. @param {import('./commands.mjs').Command} command */
async function prepare(command) {
  if (findNode() === undefined) await installNode()
  const mustBuild = command.needsBuild && !isBuilt()
  if (!isInstalled(command.forDevelopment || mustBuild)) await installDependencies()
  if (mustBuild) await build(findNode())
}

/** @param {import('./commands.mjs').Command} command @param {string[]} extra */
async function hand({ file, args, flags }, extra) {
  const node = findNode()
  const script = inRoot(file)
  const rest = args.concat(extra)
  if (node === process.execPath && flags.length === 0) {
    // In this process it costs nothing, and signals need no messenger.
    Object.assign(process.env, environmentFor(node))
    process.argv = [node, script].concat(rest)
    await import(pathToFileURL(script).href)
  } else {
    finishLike(await run(node, flags.concat(script, rest), { env: environmentFor(node), stdio: 'inherit' }))
  }
}
