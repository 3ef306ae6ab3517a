import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor } from './environment.mjs'
import { filesBelow, fingerprintOf, readIfPresent } from './files.mjs'
import { inRoot } from './paths.mjs'
import { run } from './process.mjs'
import { LaunchError, reportWork } from './report.mjs'

const folder = inRoot('packages', 'admin')
const output = join(folder, 'dist')

/** The first line identifies the sources that the admin was built from, the other lines the built files. */
const record = join(output, '.built-from')

/** Whether the admin is built, whole, and from the present sources. */
export function isAdminBuilt() {
  const [made, ...files] = (readIfPresent(record) || '').split('\n')
  return files.length > 0 && files.every((path) => existsSync(join(output, path))) && made === fingerprint()
}

/** Builds what browsers load. @param {string} node the path of the Node to build with */
export async function buildAdmin(node) {
  await reportWork('building the admin', async () => {
    const made = fingerprint()
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    // The settings and what they import are TypeScript, which this Node reads by itself.
    const how = ['--configLoader', 'native', '--logLevel', 'warn']
    const args = ['--conditions=octavo-source', vite, 'build', folder].concat(how)
    // Whatever is around us, as in tests: visitors get the libraries without what helps their developers.
    const env = { ...environmentFor(node), NODE_ENV: 'production' }
    const { code } = await run(node, args, { env, stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new LaunchError('the admin could not be built; what Vite says stands above.')
    writeFileSync(record, [made].concat(filesBelow(output)).join('\n'))
  })
}

/** What the admin is made of: its own files, those of our packages that it bundles, and the libraries. */
function fingerprint() {
  const own = ['icon.svg', 'index.html', 'package.json', 'vite.config.ts'].map((name) => join(folder, name))
  const sources = ['admin/src', 'admin/build', 'contract/src', 'client/src'].flatMap((path) =>
    filesBelow(inRoot('packages', path))
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .map((name) => inRoot('packages', path, name)),
  )
  return fingerprintOf(own.concat(sources, inRoot('package-lock.json')))
}
