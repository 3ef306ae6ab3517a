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
  markedPage,
  type MarkedRows,
  markingSince,
  type Position,
  readPage,
  replaceText,
  type UnmarkedRow,
} from './marking-store.ts'
import { storedRichText } from './storing.ts'

/** milliseconds after the upgrade for which nodes of the release before may still write */
const rollingUpgradeTime = 7 * 24 * 3_600_000

/** milliseconds by which the clocks of nodes may differ */
const clockDifference = 3_600_000

type Needed = Pick<Services, 'fileAddresses' | 'database' | 'mediaCache' | 'schema' | 'clock'>

/** Marks the references to media in what was written without marks since the upgrade. Repeated runs change nothing. */
export async function markWritten(services: Needed, signal: AbortSignal): Promise<void> {
  const since = await markingSince(services.database)
  if (since === null || services.clock().getTime() - Date.parse(since) > rollingUpgradeTime) return
  const from = timeText(new Date(Date.parse(since) - clockDifference))
  for (const rows of rowsToMark(services, from)) await markRows(services, rows, signal)
}

interface Marking extends MarkedRows {
  /** gives the text of a column with marks */
  readonly mark: (context: MarkContext, column: string, row: Text) => Promise<string>
}

interface Text {
  readonly text: string
  /** the collection of a revision */
  readonly more: string | null
}

type MarkContext = Parameters<typeof storedRichText>[0]

/** All rows that may have been written since a time, table by table. */
function rowsToMark({ schema }: Needed, from: string): Marking[] {
  // Sections and widgets are few, and no index has them in the order of their changes, so all of them are read.
  const ofSite = {
    order: 'id',
    from: '',
    mark: (context, _, { text }) => remarked(context, text),
  } as const satisfies Partial<Marking>
  const collections = [...schema.current.collections.values()]
  return [
    { ...ofSite, table: 'sections', columns: ['content'] },
    { ...ofSite, table: 'widgets', columns: ['content', 'component_props'] },
    ...collections.flatMap((one) => ofCollection(one, from)),
    {
      table: 'revisions',
      columns: ['data'],
      order: 'id',
      from: firstIdAt(from),
      more: 'collection_id',
      mark: (context, _, { text, more }) => {
        const collection = schema.current.byId.get(more ?? '')
        return collection === undefined ? Promise.resolve(text) : remarkedData(context, collection, text)
      },
    },
  ]
}

/**
 * The rows of a collection. Those in the trash are apart, because another index has them in order of their deletion.
 */
function ofCollection({ field, fields, table }: CollectionModel, from: string): Marking[] {
  // The release before has no structured fields.
  const columns = fields
    .filter(({ type, structure }) => type.holdsMedia !== undefined && structure === null)
    .map(({ slug }) => slug)
  if (columns.length === 0) return []
  const items = {
    table,
    columns,
    mark: (context, slug, { text }) => remarked(context, text, field.get(slug)?.type.holdsMedia),
  } as const satisfies Partial<Marking>
  return [
    { ...items, order: 'updated_at', from, condition: 'deleted_at IS NULL' },
    // All rows in the trash, because an item can change there: a translation gets the values that all translations
    // share.
    { ...items, order: 'deleted_at', from: '', condition: 'deleted_at IS NOT NULL' },
  ]
}

/** `storedRichText` compares references with stored ones; here the value itself is stored, so there are no others. */
const noneStored = (): Promise<null> => Promise.resolve(null)

/** A stored text with marks, in the form in which a save stores it. */
async function remarked(context: MarkContext, text: string, holds: HoldsMedia = 'any'): Promise<string> {
  const value: unknown = JSON.parse(text)
  const stored = holds === 'any' ? await storedRichText(context, value, noneStored) : value
  return markedText(stored, holds)
}

/** The values of a revision with marks, in the form in which a save stores them. */
async function remarkedData(
  context: MarkContext,
  { fields, field }: CollectionModel,
  text: string,
): Promise<string> {
  const data = parseData(text)
  for (const { slug, type, structure } of fields)
    if (type.holdsMedia === 'any' && structure === null)
      data[slug] = await storedRichText(context, data[slug], noneStored)
  return dataText(field, data)
}

async function markRows(services: Needed, rows: Marking, signal: AbortSignal): Promise<void> {
  let after: Position | undefined = { position: rows.from, id: rows.order === 'id' ? rows.from : '' }
  while (after !== undefined && !signal.aborted) {
    const page: readonly UnmarkedRow[] = await readPage(services.database, rows, after)
    const texts = page.filter((row) => rows.columns.some((_, index) => row[`v${index}`] !== null))
    if (texts.length > 0)
      await services.database.transaction('write', async (tx) => {
        for (const row of texts) await markRow(services, tx, rows, row)
      })
    after = page.length < markedPage ? undefined : page.at(-1)
  }
}

async function markRow(services: Needed, db: Transaction, rows: Marking, row: UnmarkedRow): Promise<void> {
  const context = { services, db, now: timeText(services.clock()) }
  for (const [index, column] of rows.columns.entries()) {
    const text = row[`v${index}`] ?? null
    if (text === null) continue
    const marked = await rows.mark(context, column, { text, more: row['more'] ?? null })
    if (marked !== text) await replaceText(db, rows, { id: row.id, column, text, marked })
  }
}
