import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { parseData } from '../../core/model/data.ts'
import { markedText } from '../../core/model/media-marks.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { dataText } from '../../core/model/stored-form.ts'
import type { Services } from '../../core/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import {
  type MarkedRows,
  markingSince,
  readUnmarked,
  replaceText,
  type UnmarkedRow,
} from './marking-store.ts'
import { storedRichText } from './storing.ts'

/** milliseconds after the upgrade for which nodes of the release before may still write */
const sideBySide = 7 * 24 * 3_600_000

/** milliseconds by which the clocks of nodes may differ */
const clockDifference = 3_600_000

type Needed = Pick<Services, 'config' | 'database' | 'knownMedia' | 'schema' | 'clock'>

/** Marks the references to media in what was written without marks since the upgrade. Repeated runs change nothing. */
export async function markWritten(services: Needed, signal: AbortSignal): Promise<void> {
  const since = await markingSince(services.database)
  if (since === null || services.clock().getTime() - Date.parse(since) > sideBySide) return
  const from = timeText(new Date(Date.parse(since) - clockDifference))
  for (const rows of placesOf(services, from)) await markRows(services, rows, signal)
}

interface Marking extends MarkedRows {
  readonly mark: (context: MarkContext, column: string, text: string) => Promise<string>
}

type MarkContext = Parameters<typeof storedRichText>[0]

function placesOf({ schema }: Needed, from: string): Marking[] {
  const ofSite = { from, since: 'updated_at', condition: '', parameters: [] } as const
  const sites: Marking[] = [
    {
      ...ofSite,
      table: 'sections',
      columns: ['content'],
      mark: (context, _, text) => remarked(context, text),
    },
    {
      ...ofSite,
      table: 'widgets',
      columns: ['content', 'component_props'],
      mark: (context, _, text) => remarked(context, text),
    },
  ]
  return [...sites, ...[...schema.current.collections.values()].flatMap((one) => ofCollection(one, from))]
}

function ofCollection(collection: CollectionModel, from: string): Marking[] {
  const { field, id, table } = collection
  const columns = collection.fields
    .filter(({ type }) => type.holdsMedia !== undefined)
    .map(({ slug }) => slug)
  if (columns.length === 0) return []
  const items: Marking = {
    table,
    columns,
    from,
    since: 'updated_at',
    condition: '',
    parameters: [],
    mark: (context, slug, text) => remarked(context, text, field.get(slug)?.type.holdsMedia),
  }
  const revisions: Marking = {
    table: 'revisions',
    columns: ['data'],
    from: firstIdAt(from),
    since: 'id',
    condition: 'AND collection_id = ?',
    parameters: [id],
    mark: (context, _, text) => remarkedData(context, collection, text),
  }
  return [items, revisions]
}

async function remarked(context: MarkContext, text: string, holds: HoldsMedia = 'any'): Promise<string> {
  const value: unknown = JSON.parse(text)
  const stored = holds === 'any' ? await storedRichText(context, value, () => Promise.resolve(null)) : value
  return markedText(stored, holds)
}

async function remarkedData(
  context: MarkContext,
  { fields, field }: CollectionModel,
  text: string,
): Promise<string> {
  const data = parseData(text)
  for (const { slug, type } of fields)
    if (type.holdsMedia === 'any')
      data[slug] = await storedRichText(context, data[slug], () => Promise.resolve(null))
  return dataText(field, data)
}

async function markRows(services: Needed, rows: Marking, signal: AbortSignal): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal.aborted;) {
    const page: readonly UnmarkedRow[] = await readUnmarked(services.database, rows, after)
    if (page.length > 0)
      await services.database.transaction('write', async (tx) => {
        for (const row of page) await markRow(services, tx, rows, row)
      })
    after = page.at(-1)?.id ?? null
  }
}

async function markRow(services: Needed, db: Transaction, rows: Marking, row: UnmarkedRow): Promise<void> {
  const context = { services, db, now: timeText(services.clock()) }
  for (const [index, column] of rows.columns.entries()) {
    const text = row[`v${index}`] ?? null
    if (text === null) continue
    const marked = await rows.mark(context, column, text)
    if (marked !== text) await replaceText(db, rows, { id: row.id, column, text, marked })
  }
}
