// Writes the command and the service to packages/cli/bundle, with the packages that they use: to load a few large files
// takes half the time and less memory than the thousand that they are made from. Run by the build (launcher/build.mjs).
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type OutputChunk, type OutputOptions, type Plugin, type RolldownOptions, rolldown } from 'rolldown'
import { licencesOf } from './bundle/licences.ts'
import { bundleFolder, bundleRecord } from './bundle/record.ts'
import { unbundled } from './bundle/unbundled.ts'
import { inRoot } from './launcher/paths.mjs'

const built = (path: string): string => inRoot('packages', ...`${path}.js`.split('/'))

/** what is started: the command, and the threads and processes of the service, which it looks for next to itself */
const entries = {
  main: built('cli/dist/main'),
  worker: built('server/dist/content/rich-text/worker'),
  'content-thread': built('server/dist/imports/convert/content-thread'),
  'conversion-process': built('server/dist/content/media/conversion-process'),
  'backup-process': built('server/dist/maintenance/backup/scheduled/backup-process'),
}

/** days that files of builds before are kept */
const keptDays = 7

const program = built('cli/dist/program')
const service = built('server/dist/main')

/** Files that a module finds by its own address stay in their packages. Entries are next to the bundle instead. */
const addressesOfPackages: Plugin = {
  name: 'addresses of packages',
  transform(code, id) {
    const [, name, module] = /\/packages\/(\w+)\/dist\/(.*)\.js$/.exec(id.replaceAll('\\', '/')) ?? []
    const startsEntry = Object.keys(entries).some((entry) => code.includes(`./${entry}\${`))
    if (name === undefined || name === 'cli' || startsEntry || !code.includes('import.meta.url')) return null
    const address = `import.meta.resolve('@octavo/${name}/${module}')`
    return { code: code.replaceAll('import.meta.url', address), map: null }
  },
}

/**
 * An import of `node:http` reads all that it exports, among it what loads a client for WebSockets: 11 MB and some
 * milliseconds of each start. This reads what is named.
 */
const onlyNamedOfHttp: Plugin = {
  name: 'only what is named of node:http',
  transform: (code, id) =>
    /\/packages\/\w+\/dist\//.test(id.replaceAll('\\', '/')) && code.includes("'node:http'")
      ? { code: code.replace(importOfHttp, readOfHttp), map: null }
      : null,
}

const importOfHttp = /^import \{([^}]*)\} from 'node:http';?$/m

function readOfHttp(_: string, names: string): string {
  return `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule('node:http');`
}

const options: RolldownOptions = {
  platform: 'node',
  // `pg` asks for `pg-native` and does without it.
  external: [unbundled, 'pg-native', /^node:/],
  plugins: [addressesOfPackages, onlyNamedOfHttp],
  onLog(level, log) {
    if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message)
  },
}

/** The modules that are loaded with the given ones, apart from what these load later. */
function loadedWith(chunks: readonly OutputChunk[], modules: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<OutputChunk>()
  const add = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const module of modules) add(chunks.find(({ facadeModuleId }) => facadeModuleId === module))
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}

async function generate(input: Record<string, string>, more: OutputOptions = {}): Promise<OutputChunk[]> {
  const bundle = await rolldown({ ...options, input })
  const { output } = await bundle.generate({
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name].js',
    ...more,
  })
  await bundle.close()
  return output.filter((part) => part.type === 'chunk')
}

const { main, ...others } = entries
// What starts with the service is one file: the modules that are found here, when each is with those that need it too.
const separate = await generate({ main })
const first = loadedWith(separate, [main])
const second = loadedWith(separate, [main, program])
const third = loadedWith(separate, [main, program, service])
// Function names stay in the traces of errors; class names are those of errors.
const minify = { compress: true, mangle: { keepNames: true }, codegen: true }
const groups = [
  { name: 'start', test: (id: string) => (first.has(id) && id !== main) || id.includes('rolldown/runtime') },
  { name: 'program', test: (id: string) => second.has(id) && !first.has(id) },
  { name: 'service', test: (id: string) => third.has(id) && !second.has(id) },
]
const chunks = [
  ...(await generate({ main }, { minify, codeSplitting: { groups } })),
  // Threads and processes of their own would load the whole service for what they share with it.
  ...(await generate(others, { minify })),
]

const atStart = new Set(groups.map(({ name }) => name))
for (const { name, fileName, imports } of chunks)
  if (atStart.has(name) && imports.some((one) => /^(node:)?http$/.test(one)))
    throw new Error(`${fileName} imports all of node:http, which makes each start slower.`)

mkdirSync(bundleFolder, { recursive: true })
const files = { 'LICENCES.txt': licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)) }
for (const { fileName, code } of chunks) Object.assign(files, { [fileName]: inAscii(code) })
for (const [name, text] of Object.entries(files)) write(name, text)
write(basename(bundleRecord), Object.keys(files).join('\n'))
// A service that still runs from a build before loads some of its files later.
const tooOld = Date.now() - keptDays * 24 * 3600 * 1000
for (const name of readdirSync(bundleFolder)) {
  const isOld = statSync(join(bundleFolder, name)).mtimeMs < tooOld
  if (isOld && !Object.hasOwn(files, name)) rmSync(join(bundleFolder, name))
}

/** Writes a file in one step: a service may load it meanwhile. */
function write(name: string, text: string): void {
  const path = join(bundleFolder, name)
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** With one character outside of Latin 1, the engine holds a source with two bytes per character. */
function inAscii(code: string): string {
  if (/(?<!\\)(\\\\)*\\[^\0-\x7F]|\braw`[^`]*[^\0-\x7F]/.test(code))
    throw new Error(
      'A character that is not ASCII follows a backslash, or is in a raw template: it has no other form.',
    )
  return code.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
