import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Engine from 'better-sqlite3'
import { createSite } from './seed.ts'

/** rises when the content itself changes */
const contentVersion = 1

/** items that reads ask for, spread over the whole collection */
const sampleSize = 10_000

const root = join(tmpdir(), 'octavo-bench')

export interface DataSetSize {
  readonly items: number
  /** of rich text in an item, as JSON */
  readonly bodyBytes: number
  /** the collection is searched, and has words of known frequency */
  readonly isSearched?: boolean
}

export interface DataSet extends DataSetSize {
  /** the data folder of a migrated, filled Octavo */
  readonly folder: string
  readonly token: string
  /** a sample of the items, in no order that an index has */
  readonly ids: readonly string[]
  readonly slugs: readonly string[]
}

/**
 * A data set of this size, from the cache where the service would still make the same tables. Building one goes
 * through the service and takes about a quarter of a millisecond an item.
 */
export async function openDataSet(size: DataSetSize): Promise<DataSet> {
  mkdirSync(root, { recursive: true })
  const building = mkdtempSync(join(root, 'building-'))
  try {
    const site = await createSite(building, { isSearched: size.isSearched === true })
    const kind = `${size.isSearched === true ? 'search-' : ''}${size.items}x${size.bodyBytes}-`
    const folder = join(root, `${kind}${schemaDigest(building)}`)
    if (!existsSync(folder)) {
      process.stderr.write(`building a data set of ${size.items} items\n`)
      await site.fill(size.items, size.bodyBytes)
      await site.close()
      writeFileSync(join(building, 'bench.json'), JSON.stringify({ token: site.token, ...sample(building) }))
      for (const old of readdirSync(root))
        if (old.startsWith(kind)) rmSync(join(root, old), { recursive: true })
      renameSync(building, folder)
    } else {
      await site.close()
    }
    const known = JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8')) as Pick<
      DataSet,
      'token' | 'ids' | 'slugs'
    >
    return { ...size, folder, ...known }
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

/** A copy of a folder that a run may write into; `remove` it at the end. */
export function copyOf(folder: string): { folder: string; remove(): void } {
  const copy = mkdtempSync(join(root, 'run-'))
  cpSync(folder, copy, { recursive: true })
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}

/** Two databases have the same one when the service has made the same tables and indexes in both. */
function schemaDigest(folder: string): string {
  const engine = new Engine(join(folder, 'octavo.db'), { readonly: true })
  const statements = engine
    .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')
    .pluck()
    .all() as string[]
  engine.close()
  const plain = statements.map((sql) => sql.replaceAll(/[0-7][0-9a-z]{25}/gi, 'ID')).toSorted()
  return createHash('sha256')
    .update(JSON.stringify([contentVersion, plain]))
    .digest('hex')
    .slice(0, 12)
}

function sample(folder: string): Pick<DataSet, 'ids' | 'slugs'> {
  const engine = new Engine(join(folder, 'octavo.db'), { readonly: true })
  const rows = engine.prepare('SELECT id, slug FROM content_posts ORDER BY id').all() as {
    id: string
    slug: string
  }[]
  engine.close()
  const count = Math.min(sampleSize, rows.length)
  // A step that shares no factor with the usual sizes walks over all of them in a scattered order.
  const chosen = Array.from({ length: count }, (_, index) => rows[(index * 611_953) % rows.length])
  return { ids: chosen.map((row) => row?.id ?? ''), slugs: chosen.map((row) => row?.slug ?? '') }
}
