import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundleFiles, bundleFolder } from '../bundle/record.ts'
import { unbundled } from '../bundle/unbundled.ts'
import { inRoot } from '../launcher/paths.mjs'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly type: string
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
  readonly exports?: unknown
  readonly bin?: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What a package is called outside of the project, and what it is. */
const published: Readonly<Record<string, { name: string; description: string }>> = {
  cli: {
    name: 'octavo',
    description: 'Content management service: structured content over REST and MCP, with an admin interface',
  },
  client: { name: '@octavo/client', description: 'Typed client of the content management service Octavo' },
  plugin: {
    name: '@octavo/plugin',
    description: 'What plugins of the content management service Octavo use',
  },
}

const own = '@octavo/'
/** Maps of sources lead nowhere outside of the project. */
const sourceMaps = /\.(map|tsbuildinfo)$/
/** Installed unless left out (`--omit=optional`): files in S3, and work on images. */
const optional = /^(@aws-sdk\/.*|sharp)$/

/** What a large package needs at run time, without the sources of SQLite, for building: it brings its binaries. */
const slimmed: Readonly<Record<string, RegExp>> = { 'better-sqlite3': /^(lib|prebuilds)\// }

/**
 * Writes a package of the workspace to a folder as it is published. The program has its code in one bundle, and below its
 * own node_modules what the bundle reads from packages of this project. A library has the packages
 * that it needs there.
 */
export function stagePackage(folder: string, target: string): Manifest {
  const main = readManifest(folder)
  const { name, description } = published[folder] ?? { name: main.name, description: '' }
  const isProgram = main.bin !== undefined
  copyFiles(folder, main, target)
  if (isProgram) removeOldBundles(join(target, basename(bundleFolder)))
  const inner = bundledBy(main)
  const copied = inner.map(isProgram ? withoutBundled : (it) => it).filter(({ files }) => files.length > 0)
  for (const manifest of copied) {
    const place = join(target, 'node_modules', manifest.name)
    copyFiles(folderOf(manifest.name), manifest, place)
    const { dependencies: _, ...rest } = manifest
    writeJson(join(place, 'package.json'), withoutSources(rest))
  }
  const slim = isProgram ? copySlimmed(target) : {}
  const needed = [main, ...inner]
    .flatMap(({ dependencies = {} }) => Object.entries(dependencies))
    .filter(([key]) => (isProgram ? unbundled.test(key) : !key.startsWith(own)))
  const pick = (wanted: (key: string) => boolean): Record<string, string> =>
    Object.fromEntries(needed.filter(([key]) => wanted(key)).toSorted())
  const kept = copied.map((manifest) => [manifest.name, manifest.version])
  const { dependencies: _, exports, ...rest } = main
  const manifest = {
    ...rest,
    ...(isProgram ? {} : { exports }),
    name,
    description,
    dependencies: { ...Object.fromEntries(kept), ...pick((key) => !optional.test(key)) },
    optionalDependencies: pick((key) => optional.test(key)),
    bundleDependencies: [...copied.map((it) => it.name), ...Object.keys(slim)],
  }
  writeJson(join(target, 'package.json'), withoutSources(manifest))
  cpSync(inRoot('LICENSE'), join(target, 'LICENSE'))
  cpSync(inRoot('packages', folder, 'README.md'), join(target, 'README.md'))
  return manifest
}

/** Removes the files of earlier builds. */
function removeOldBundles(folder: string): void {
  const last = bundleFiles()
  if (!last.includes('main.js')) throw new Error('There is no bundle: build it first.')
  for (const name of readdirSync(folder)) if (!last.includes(name)) rmSync(join(folder, name))
}

/** The package without the code that is in the bundle. */
function withoutBundled(manifest: Manifest): Manifest {
  const isCode = (name: string): boolean =>
    name.replace('!', '').startsWith('dist') && manifest.name !== '@octavo/admin'
  return { ...manifest, files: manifest.files.filter((name) => !isCode(name)) }
}

/** Copies the slimmed packages; gives their versions. */
function copySlimmed(target: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slimmed).map(([name, kept]) => {
      const from = inRoot('node_modules', name)
      const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
      const place = join(target, 'node_modules', name)
      const isKept = (path: string): boolean => kept.test(path) || /^LICENSE|(^|\/)package\.json$/i.test(path)
      for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' }))
        if (isKept(path.replaceAll('\\', '/')) && statSync(join(from, path)).isFile())
          cpSync(join(from, path), join(place, path))
      // They need each other and nothing else, and have nothing to build.
      const { dependencies: _, scripts: __, ...rest } = manifest as Manifest & { scripts?: unknown }
      writeJson(join(place, 'package.json'), rest)
      return [name, manifest.version]
    }),
  )
}

/** The packages of this project that one needs, directly or not. */
function bundledBy(main: Manifest): Manifest[] {
  const found = new Map<string, Manifest>()
  const add = ({ dependencies = {} }: Manifest): void => {
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith(own) || found.has(name)) continue
      const manifest = readManifest(folderOf(name))
      found.set(name, manifest)
      add(manifest)
    }
  }
  add(main)
  return [...found.values()]
}

function folderOf(name: string): string {
  return name.slice(own.length)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(inRoot('packages', folder, 'package.json'), 'utf8')) as Manifest
}

/** Copies what `files` names. */
function copyFiles(folder: string, { files }: Manifest, target: string): void {
  const excluded = files.filter((name) => name.startsWith('!')).map((name) => name.slice(1))
  mkdirSync(target, { recursive: true })
  for (const name of files.filter((file) => !file.startsWith('!'))) {
    const from = inRoot('packages', folder, name)
    cpSync(from, join(target, name), {
      recursive: true,
      filter: (path) => !sourceMaps.test(path) && !excluded.includes(`${name}/${basename(path)}`),
    })
  }
}

/** Outside of the project there are no sources to import. */
function withoutSources(manifest: object): unknown {
  const text = JSON.stringify(manifest, (key, value: unknown) =>
    key === 'octavo-source' ? undefined : value,
  )
  return JSON.parse(text)
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
