import { fillLinks } from '@octavo/server/platform/database/migrations/014-links'
import { migrations } from '@octavo/server/platform/database/migrations/registry'
import { expect } from 'vitest'
import type { TestService } from './service.ts'

/** `source field target`, and where: `live`, `latest` or both */
type LinkLine = string

type Data = Record<string, unknown>

/** types of fields that refer by ids and addresses, by ids if there are any, and by addresses only */
const byAny = new Set(['portableText', 'json'])
const byId = new Set(['image', 'file', 'reference'])
const byAddress = new Set(['string', 'text', 'select'])

/**
 * Asserts that the table of links holds what a scan of all stored content finds; returns the number of links. `gone` are
 * ids that content may refer to although nothing has them.
 */
export async function expectLinksInStep(service: TestService, gone: readonly string[]): Promise<number> {
  const expected = await scanned(service, gone)
  expect(await recorded(service)).toEqual(expected)
  return expected.length
}

/** Asserts that the migration finds the same links in the same content. */
export async function expectMigrationFindsThem(service: TestService): Promise<void> {
  const before = await recorded(service)
  const { database } = service.services
  await database.transaction('schema', async (db) => {
    await db.run('DELETE FROM links', [])
    const engine = service.engine === 'sqlite' ? 'embedded' : 'server'
    await fillLinks({ engine, migrations, dialect: database.dialect, db })
  })
  expect(await recorded(service)).toEqual(before)
}

async function recorded(service: TestService): Promise<LinkLine[]> {
  const rows = await rowsOf<{
    source_type: string
    source: string
    field: string
    target: string
    is_live: number
    is_latest: number
  }>(service, 'SELECT * FROM links')
  return rows
    .map((row) => line(row.source_type, row.source, row.field, row.target, [row.is_live, row.is_latest]))
    .toSorted()
}

async function scanned(service: TestService, gone: readonly string[]): Promise<LinkLine[]> {
  const collections = await rowsOf<{ id: string; slug: string }>(service, 'SELECT id, slug FROM collections')
  const media = await rowsOf<{ id: string; storage_key: string }>(
    service,
    'SELECT id, storage_key FROM media',
  )
  const items: string[] = []
  for (const { slug } of collections) {
    const rows = await rowsOf<{ id: string }>(service, `SELECT id FROM "content_${slug}"`)
    items.push(...rows.map(({ id }) => id))
  }
  const ids = [...items, ...media.map(({ id }) => id), ...gone]
  // A full stop behind an address can be a part of the key.
  const keys = media.flatMap(({ storage_key: key }) => [key, `${key}.`])
  const targetsOf = (type: string, text: string): string[] => {
    const named = keys.filter((key) => text.includes(`/media/file/${key}`))
    if (byAddress.has(type)) return named
    const found = ids.filter((id) => text.includes(id))
    if (byId.has(type) && found.length > 0) return found
    return byId.has(type) || byAny.has(type) ? [...named, ...found] : []
  }
  const found: LinkLine[] = []
  const add = (source: string[], [type, field]: string[], live: string, latest = live): void => {
    const [sourceType = '', id = ''] = source
    const [now, next] = [targetsOf(type ?? '', live), targetsOf(type ?? '', latest)]
    for (const target of new Set([...now, ...next])) {
      const flags = [now, next].map((targets) => Number(targets.includes(target)))
      found.push(line(sourceType, id, field ?? '', target, flags))
    }
  }
  for (const { id: collection, slug } of collections) {
    const fields = await rowsOf<{ slug: string; type: string }>(
      service,
      `SELECT slug, type FROM fields WHERE collection_id = '${collection}'`,
    )
    const rows = await rowsOf<Data>(
      service,
      `SELECT c.*, d.data AS pending_data FROM "content_${slug}" c LEFT JOIN revisions d ON d.id = c.draft_revision_id`,
    )
    for (const row of rows) {
      const draft = row['pending_data'] === null ? null : (JSON.parse(String(row['pending_data'])) as Data)
      for (const field of fields) {
        const live = textOf(row[field.slug])
        const latest = draft === null ? live : textOf(draft[field.slug])
        add([slug, String(row['id'])], [field.type, field.slug], live, latest)
      }
    }
  }
  for (const { id, content } of await rowsOf<Data>(service, 'SELECT * FROM sections'))
    add(['_section', String(id)], ['json', 'content'], textOf(content))
  for (const { id, content, component_props: props } of await rowsOf<Data>(
    service,
    'SELECT * FROM widgets',
  )) {
    add(['_widget', String(id)], ['json', 'content'], textOf(content))
    add(['_widget', String(id)], ['json', 'componentProps'], textOf(props))
  }
  for (const { id, entry_id: entry, custom_url: url } of await rowsOf<Data>(
    service,
    'SELECT * FROM menu_items',
  )) {
    add(['_menu_item', String(id)], ['json', 'referenceId'], textOf(entry))
    add(['_menu_item', String(id)], ['text', 'customUrl'], textOf(url))
  }
  return found.toSorted()
}

/** Addresses of files are stored with a mark. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.replaceAll(String.raw`/med\u0069a/`, '/media/')
}

function line(...[type, source, field, target, flags]: [string, string, string, string, number[]]): LinkLine {
  const places = ['live', 'latest'].filter((_, index) => flags[index] === 1)
  return `${type} ${source} ${field} ${target} ${places.join('+')}`
}

async function rowsOf<Row>({ services }: TestService, sql: string): Promise<Row[]> {
  return services.database.reader.rows<Row>(sql, [])
}
