import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type PeerName, peerNode, peerPackages } from './versions.ts'

const execute = promisify(execFile)

const root = join(tmpdir(), 'octavo-bench-peers')

/** milliseconds: native parts are compiled, and a site is built */
const patience = 20 * 60_000

/** A peer on this machine. */
export interface Installed {
  readonly folder: string
  /** the program that runs it */
  readonly node: string
  readonly environment: NodeJS.ProcessEnv
}

interface Project {
  /** path → text, of the files of the project other than its packages */
  readonly files?: Readonly<Record<string, string>>
  /** the arguments of the Node command that builds it */
  readonly build?: readonly string[]
}

/** Installs a peer with npm into a folder for temporary files, once for the same packages and files. */
export async function installPeer(
  name: PeerName,
  { files = {}, build = [] }: Project = {},
): Promise<Installed> {
  const runtime = await installNode()
  const node = join(runtime, 'bin', 'node')
  const environment = environmentOf(runtime)
  const { packages, overrides, type } = peerPackages[name]
  const built = build.length > 0 ? files : {}
  const digest = createHash('sha256').update(JSON.stringify([peerNode, packages, overrides, built, build]))
  const folder = join(root, `${name}-${digest.digest('hex').slice(0, 12)}`)
  const done = join(folder, '.installed')
  if (existsSync(done)) {
    if (build.length === 0) writeFiles(folder, files)
    return { folder, node, environment }
  }
  process.stderr.write(`installing ${name}, which takes some minutes\n`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFiles(folder, files)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type, dependencies: packages, overrides }),
  )
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--fetch-retries=1'], {
    folder,
    environment,
  })
  if (build.length > 0) await run(node, build, { folder, environment })
  writeFileSync(done, '')
  return { folder, node, environment }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The folder of the Node of the peers, which also has the headers that native parts are compiled with. */
async function installNode(): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, `node-${peerNode}`)
  const runtime = join(folder, 'node_modules', name)
  if (existsSync(runtime)) return runtime
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: peerNode } }),
  )
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    folder,
    environment: environmentOf(runtime),
  })
  return runtime
}

/** No setting of this repository's npm or of Octavo, no reports about the use of the peers. */
function environmentOf(runtime: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|OCTAVO_|INIT_CWD$|NODE_(OPTIONS|ENV|PATH)$)/i.test(name),
  )
  return {
    ...Object.fromEntries(own),
    PATH: [join(runtime, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    npm_config_nodedir: runtime,
    npm_config_update_notifier: 'false',
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    STRAPI_TELEMETRY_DISABLED: 'true',
    TELEMETRY: 'false',
  }
}

interface Place {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
}

/** Runs a command to its end; fails with the end of what it printed. */
export async function run(
  command: string,
  parameters: readonly string[],
  { folder, environment }: Place,
): Promise<void> {
  try {
    await execute(command, [...parameters], {
      cwd: folder,
      env: environment,
      timeout: patience,
      maxBuffer: 64 * 2 ** 20,
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const end = `${stdout}\n${stderr}`.trim().slice(-2000)
    throw new Error(`"${[command, ...parameters].join(' ')}" failed in ${folder}:\n${end}`, { cause: error })
  }
}
