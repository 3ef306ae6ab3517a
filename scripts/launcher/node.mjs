import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isSupported, minimumNode } from '../../packages/cli/bin/node-version.mjs'
import { holdsLock, installIn } from './dependencies.mjs'
import { inRoot } from './paths.mjs'
import { run } from './process.mjs'
import { LaunchError, reportWork } from './report.mjs'

const folder = inRoot('runtime')
const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`
const ownNode = inRoot(
  'runtime',
  'node_modules',
  packageName,
  'bin',
  platform === 'win' ? 'node.exe' : 'node',
)

/** The path of a Node that Octavo runs on: this one, or else our own; `undefined` when that must be installed first. */
export function findNode() {
  if (isSupported()) return process.execPath
  return existsSync(ownNode) && holdsLock(folder) ? ownNode : undefined
}

/** Installs our own Node and returns its path. Throws a LaunchError where there is none for this machine. */
export async function installNode() {
  const requirement = `Octavo needs Node.js ${minimumNode} or newer (this is ${process.versions.node}); please install it`
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot('runtime', 'package.json'), 'utf8'))
  const version = optionalDependencies[packageName]
  if (version === undefined)
    throw new LaunchError(`${requirement}: there is no package of it for ${platform}-${process.arch}.`)
  await reportWork(
    `installing Node.js ${version} for this project, since this is ${process.versions.node}`,
    async () => {
      await installIn(folder, process.execPath).catch(() => {
        throw new LaunchError(
          `${requirement}: npm could not fetch one for this project; its message stands above.`,
        )
      })
      const ending =
        existsSync(ownNode) && (await run(ownNode, ['--version'], { stdio: 'ignore' }).catch(() => undefined))
      if (ending && ending.code === 0) return
      rmSync(join(folder, 'node_modules'), { recursive: true })
      throw new LaunchError(`${requirement}: the package of it does not run on this machine.`)
    },
  )
  return ownNode
}
