import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environmentFor } from './environment.mjs'
import { filesBelow, fingerprintOf, readIfPresent, removeIfPresent } from './files.mjs'
import { inRoot } from './paths.mjs'
import { run } from './process.mjs'
import { LaunchError, reportWork } from './report.mjs'

/** A source file, and the file that it becomes. @typedef {{ file: string, output: string }} Source */

/** Identifies the sources of the current build. */
const record = inRoot('packages', 'cli', 'dist', '.built-from')

/** What Node runs, made from what the compiler writes, and the names of its files. */
const bundle = inRoot('packages', 'cli', 'bundle')
const bundler = inRoot('scripts', 'bundle.ts')

/** Whether the build of the packages is there, whole, and made from the present sources. */
export function arePackagesBuilt() {
  const sources = findSources()
  const isCompiled = sources.every(({ output }) => existsSync(output))
  return isCompiled && isBundled() && readIfPresent(record) === fingerprint(sources)
}

function isBundled() {
  const names = (readIfPresent(join(bundle, '.files')) || '').split('\n')
  return names.includes('main.js') && names.every((name) => existsSync(join(bundle, name)))
}

/** Builds all packages that Node runs. @param {string} node the path of the Node to build with */
export async function buildPackages(node) {
  await reportWork('building', async () => {
    const sources = findSources()
    const made = fingerprint(sources)
    // A build that fails leaves a mixture.
    removeIfPresent(record)
    // The compiler trusts its own record, and does not notice that a file it once wrote is gone.
    const force = sources.every(({ output }) => existsSync(output)) ? [] : ['--force']
    const args = [
      inRoot('node_modules', 'typescript', 'bin', 'tsc'),
      '-b',
      inRoot('tsconfig.build.json'),
    ].concat(force)
    const { code } = await run(node, args, { env: environmentFor(node), stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new LaunchError('the build failed; what the compiler says stands above.')
    removeLeftovers(sources)
    const bundling = await run(node, [bundler], { env: environmentFor(node), stdio: ['ignore', 2, 2] })
    if (bundling.code !== 0) throw new LaunchError('the build failed; what the bundler says stands above.')
    mkdirSync(dirname(record), { recursive: true })
    writeFileSync(record, made)
  })
}

/** @returns {Source[]} */
function findSources() {
  return packageFolders().flatMap((folder) =>
    filesBelow(join(folder, 'src'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
      .map((path) => ({
        file: join(folder, 'src', path),
        output: join(folder, 'dist', path.replace(/\.ts$/, '.js')),
      })),
  )
}

/** @param {Source[]} sources */
function fingerprint(sources) {
  const settings = packageFolders().map((folder) => join(folder, 'tsconfig.json'))
  const bundling = filesBelow(inRoot('scripts', 'bundle')).map((path) => inRoot('scripts', 'bundle', path))
  const shared = [inRoot('tsconfig.base.json'), inRoot('package-lock.json'), bundler]
  return fingerprintOf(sources.map((source) => source.file).concat(settings, bundling, shared))
}

/**
 * The compiler never removes what became of a source that is gone, so that who still imports it would not notice.
 * @param {Source[]} sources
 */
function removeLeftovers(sources) {
  const kept = new Set(sources.map(({ output }) => output))
  for (const folder of packageFolders()) {
    for (const path of filesBelow(join(folder, 'dist'))) {
      const file = join(folder, 'dist', path)
      const output = file.replace(/(\.d\.ts|\.js)(\.map)?$/, '.js')
      if (output.endsWith('.js') && !kept.has(output)) removeIfPresent(file)
    }
  }
}

/** What the compiler builds; the admin is built for browsers, by another tool (`admin.mjs`). */
function packageFolders() {
  return readdirSync(inRoot('packages'))
    .sort()
    .filter((name) => name !== 'admin')
    .map((name) => inRoot('packages', name))
    .filter((folder) => existsSync(join(folder, 'tsconfig.json')))
}
