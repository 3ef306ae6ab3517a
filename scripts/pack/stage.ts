import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
/** A program needs no types: nothing imports it. */
const sourceMapsAndTypes = /\.(map|tsbuildinfo|d\.ts)$/
/** Installed unless left out (`--omit=optional`): files in S3, and work on images. */
const optional = /^(@aws-sdk\/.*|sharp)$/

/** What the large packages of others need at run time: bundled, they take a third of the space. */
const slimmed: Readonly<Record<string, RegExp>> = {
  // Without the sources of SQLite, for building: it brings its binaries.
  'better-sqlite3': /^(lib|prebuilds)\//,
  zod: /^(?!src\/).*\.js$/,
  '@modelcontextprotocol/server': /^dist\/.*\.[mc]?js$/,
  '@modelcontextprotocol/core': /^dist\/.*\.[mc]?js$/,
}

/**
 * Writes a package of the workspace to a folder as it is published: with the packages of this project that it needs
 * below its own node_modules (bundled), and all that these need as its own dependencies.
 */
export function stagePackage(folder: string, target: string): Manifest {
  const main = readManifest(folder)
  const { name, description } = published[folder] ?? { name: main.name, description: '' }
  const bundled = bundledBy(main)
  const left = main.bin === undefined ? sourceMaps : sourceMapsAndTypes
  copyFiles(folder, main, { target, left })
  for (const inner of bundled) {
    const place = join(target, 'node_modules', inner.name)
    copyFiles(folderOf(inner.name), inner, { target: place, left })
    const { dependencies: _, ...rest } = inner
    writeJson(join(place, 'package.json'), withoutSources(rest))
  }
  // A library shares these with the programs that use it.
  const slim = main.bin === undefined ? {} : copySlimmed(target)
  const needed = [main, ...bundled].flatMap(({ dependencies = {} }) => Object.entries(dependencies))
  const all = Object.fromEntries([...needed, ...Object.entries(slim)].toSorted())
  const pick = (wanted: (name: string) => boolean): Record<string, string> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => wanted(key)))
  const { dependencies: _, ...rest } = main
  const manifest = {
    ...rest,
    name,
    description,
    dependencies: pick((key) => !optional.test(key)),
    optionalDependencies: pick((key) => optional.test(key)),
    bundleDependencies: [...bundled.map((inner) => inner.name), ...Object.keys(slim)],
  }
  writeJson(join(target, 'package.json'), withoutSources(manifest))
  cpSync(inRoot('LICENSE'), join(target, 'LICENSE'))
  cpSync(inRoot('packages', folder, 'README.md'), join(target, 'README.md'))
  return manifest
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

/** Copies what `files` names without what `left` finds. */
function copyFiles(
  folder: string,
  { files }: Manifest,
  { target, left }: { target: string; left: RegExp },
): void {
  const excluded = files.filter((name) => name.startsWith('!')).map((name) => name.slice(1))
  mkdirSync(target, { recursive: true })
  for (const name of files.filter((file) => !file.startsWith('!'))) {
    const from = inRoot('packages', folder, name)
    cpSync(from, join(target, name), {
      recursive: true,
      filter: (path) => !left.test(path) && !excluded.includes(`${name}/${basename(path)}`),
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
