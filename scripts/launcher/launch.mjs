// Plain JavaScript for an old Node (14 or newer), as everything in this folder: it finds a Node that Octavo runs on,
// installs and builds what is missing, and hands over.
import { pathToFileURL } from 'node:url'
import { buildAdmin, isAdminBuilt } from './admin.mjs'
import { arePackagesBuilt, buildPackages } from './build.mjs'
import { commands } from './commands.mjs'
import { installDependencies, isInstalled } from './dependencies.mjs'
import { environmentFor } from './environment.mjs'
import { withLock } from './lock.mjs'
import { findNode, installNode } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { finishLike, followParent, run } from './process.mjs'
import { LaunchError, report } from './report.mjs'

/**
 * Prepares what a command of `commands.mjs` needs and runs it. The process ends as the command does.
 * @param {string | undefined} name
 * @param {string[]} args handed on to the command
 */
export async function launch(name, args) {
  followParent()
  try {
    const command = commands[name ?? '']
    if (command === undefined)
      throw new LaunchError(`give one of these commands: ${Object.keys(commands).join(', ')}.`)
    if (!isReady(command)) await withLock(() => prepare(command))
    if (!command.keepsFolder) process.chdir(root)
    // Wherever the user is in the clone, a command means the site that `npm start` serves.
    else process.env['OCTAVO_DATA_DIR'] ||= inRoot('data')
    if (command.file !== undefined)
      await handOver(inRoot(command.file), command.args.concat(argumentsFor(command, args)), command.flags)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    report(error.message)
    process.exitCode = 1
  }
}

/** @param {import('./commands.mjs').Command} command @param {string[]} args */
function argumentsFor({ argsForAll }, args) {
  const namesFiles = args.some((arg) => !arg.startsWith('-'))
  return namesFiles ? args : argsForAll.concat(args)
}

/** @param {import('./commands.mjs').Command} command */
function isReady(command) {
  return findNode() !== undefined && isInstalled(command.forDevelopment) && missingParts(command).length === 0
}

/** @type {Record<import('./commands.mjs').Part, { isBuilt: () => boolean, build: (node: string) => Promise<void> }>} */
const parts = {
  packages: { isBuilt: arePackagesBuilt, build: buildPackages },
  admin: { isBuilt: isAdminBuilt, build: buildAdmin },
}

/** The parts that a command needs and that are not built. @param {import('./commands.mjs').Command} command */
function missingParts({ needs }) {
  return needs.map((name) => parts[name]).filter(({ isBuilt }) => !isBuilt())
}

/** Checks again which parts are missing: another launch may have built them meanwhile. @param {import('./commands.mjs').Command} command */
async function prepare(command) {
  const node = findNode() ?? (await installNode())
  const missing = missingParts(command)
  if (!isInstalled(command.forDevelopment || missing.length > 0)) await installDependencies(node)
  for (const { build } of missing) await build(node)
}

/** @param {string} script @param {string[]} args @param {string[]} flags for Node */
async function handOver(script, args, flags) {
  const node = findNode() ?? process.execPath
  if (node === process.execPath && flags.length === 0) {
    // In this process it costs nothing, and signals need no messenger.
    Object.assign(process.env, environmentFor(node))
    process.argv = [node, script].concat(args)
    await import(pathToFileURL(script).href)
  } else {
    finishLike(await run(node, flags.concat(script, args), { env: environmentFor(node), stdio: 'inherit' }))
  }
}
