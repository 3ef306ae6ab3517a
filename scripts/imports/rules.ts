import { posix } from 'node:path'
import type { Found, Import, Source } from './source.ts'

/** The complaints about a source, each with its line. */
export type Rule = (source: Source) => Found[]

const isStore = (path: string) => /(^|[/-])store\.ts$/.test(path)
const isDatabase = (path: string) => path.startsWith('server/src/platform/database/')
const isInterface = (path: string) => path.startsWith('server/src/http/')
const isRules = (path: string) => /(^|[/-])rules\.ts$/.test(path)
const packageOf = (path: string) => /^([^/]+)\/src\//.exec(path)?.[1]

function complaints(
  imports: readonly Import[],
  isWrong: (imported: Import) => boolean,
  reason: string,
): Found[] {
  return imports.filter(isWrong).map(({ target, line }) => ({ line, text: `imports ${target}; ${reason}` }))
}

/** The packages of this repository that each package may import. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  client: ['contract'],
  plugin: ['contract'],
  server: ['contract', 'plugin'],
  admin: ['contract', 'client'],
  demo: ['contract', 'server'],
  cli: ['contract', 'client', 'server', 'demo'],
}

const packages: Rule = ({ path, imports }) => {
  const own = packageOf(path) ?? ''
  const isForbidden = ({ target }: Import) => {
    const other = packageOf(target)
    return other !== undefined && other !== own && !(mayImport[own] ?? []).includes(other)
  }
  return complaints(
    imports,
    isForbidden,
    `packages depend on each other as contract <- client <- admin and cli, contract <- plugin <- server <- demo and cli`,
  )
}

/** Both run in a browser. */
const browserSafe: Rule = ({ path, imports }) => {
  const own = packageOf(path)
  if (own === 'contract' || own === 'plugin') {
    return complaints(
      imports,
      ({ target }) => packageOf(target) === undefined && target !== 'zod',
      'the contract and the plugin interface know Zod alone',
    )
  }
  if (own !== 'client') return []
  const isForbidden = ({ target, isTypeOnly }: Import) =>
    packageOf(target) === undefined && !(target === 'zod' && isTypeOnly)
  return complaints(imports, isForbidden, "the client knows the contract and Zod's types alone")
}

/** The bundler would find the file all the same, but these checks would not. */
const wholeNames: Rule = ({ imports }) =>
  complaints(
    imports,
    ({ target }) => packageOf(target) === 'admin' && !/\.[a-z]+$/.test(target),
    'name the file with its ending',
  )

const interfaces: Rule = ({ path, imports }) => {
  if (!isInterface(path)) return []
  const isForbidden = ({ target }: Import) => isStore(target) || isDatabase(target)
  return complaints(imports, isForbidden, 'an interface reaches data through invoke alone')
}

const harmlessNode = ['assert', 'buffer', 'crypto', 'path', 'url', 'util'].map((name) => `node:${name}`)
const ioFolders =
  /^server\/src\/(http|maintenance|platform\/(files|jobs|mail|outbound|queue|rate-limits|tracing))\//

/** What does I/O: stores, parts of the platform, and all packages of others but Zod. */
function doesIo(target: string): boolean {
  if (packageOf(target) === undefined) return target !== 'zod' && !harmlessNode.includes(target)
  return isStore(target) || isDatabase(target) || ioFolders.test(target)
}

const pureRules: Rule = ({ path, imports, identifiers }) => {
  if (!isRules(path)) return []
  const isForbidden = ({ target, isTypeOnly }: Import) => !isTypeOnly && doesIo(target)
  return [
    ...complaints(imports, isForbidden, 'rules do no I/O'),
    ...identifiers
      .filter(({ text }) => text === 'fetch' || text === 'process')
      .map(({ text, line }) => ({ line, text: `uses ${text}; rules do no I/O` })),
  ]
}

const statement =
  /\bSELECT\b[^]*\bFROM\b|\b(INSERT INTO|DELETE FROM|(ALTER|CREATE|DROP)( UNIQUE)? (TABLE|INDEX|VIEW)|UPDATE \S+ SET)\b/

const sqlInStores: Rule = ({ path, imports, strings, uses }) => {
  if (isStore(path) || isDatabase(path)) return []
  const reason = 'SQL stands only in store.ts, *-store.ts and database/'
  return [
    ...complaints(imports, ({ target }) => target === 'kysely' || target.startsWith('kysely/'), reason),
    ...uses
      .filter(({ text }) => text === 'sql' || text === '.prepare')
      .map(({ text, line }) => ({ line, text: `uses ${text}; ${reason}` })),
    ...strings
      .filter(({ text }) => statement.test(text))
      .map(({ line }) => ({ line, text: `holds an SQL statement; ${reason}` })),
  ]
}

/** `content` of `server/src/content/items/store.ts`; empty for a file of no module. */
const moduleOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? ''

/** What puts the modules together, and what every module is built on. */
const isWiring = (path: string) =>
  path === 'server/src/app.ts' || path.startsWith('server/src/maintenance/jobs/')
const isShared = (path: string) => moduleOf(path) === 'core'

const ownStore: Rule = ({ path, imports }) => {
  if (isWiring(path)) return []
  const isForeign = ({ target }: Import) =>
    isStore(target) &&
    !isShared(target) &&
    (moduleOf(target) !== moduleOf(path) || (isPlainStore(target) && !isBeside(target, path)))
  return complaints(imports, isForeign, "a module's tables are its own: call its functions")
}

/** The store of one resource; `*-store.ts` serves the whole module. */
const isPlainStore = (path: string) => posix.basename(path) === 'store.ts'
const isBeside = (one: string, other: string) => posix.dirname(one) === posix.dirname(other)

const engines: Rule = ({ path, imports, strings, identifiers }) => {
  if (isDatabase(path)) return []
  const named = [...strings, ...identifiers].filter(({ text }) => /sqlite|postgres/i.test(text))
  const reason = 'only database/ knows which engine runs'
  return [
    ...complaints(imports, ({ target }) => target === 'pg', reason),
    ...named.map(({ text, line }) => ({
      line,
      text: `names an engine in '${text.slice(0, 60)}'; ${reason}`,
    })),
  ]
}

/** All rules that look at one source by itself. */
export const rules: readonly Rule[] = [
  packages,
  browserSafe,
  wholeNames,
  interfaces,
  pureRules,
  sqlInStores,
  ownStore,
  engines,
]
