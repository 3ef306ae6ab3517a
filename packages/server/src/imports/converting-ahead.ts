import { taskOf } from './content-task.ts'
import type { ContentConverter } from './convert/content-converter.ts'
import type { Converted } from './convert/convert.ts'
import type { Run } from './run.ts'
import type { ExportItem } from './wxr/records.ts'

/** An item of the export with its number in the report. */
export interface Numbered {
  readonly item: ExportItem
  readonly seq: number
  /** the key of its origin (`originOf`) */
  readonly key: string
  /** how many old addresses the items before it have, from which the report numbers of its own ones follow */
  readonly before: number
}

/** A batch of items whose contents are converted while the batch before it is written. */
export interface Batch {
  readonly items: readonly Numbered[]
  /** contents by the numbers of their items; the others are converted when they are needed */
  readonly contents: Promise<ReadonlyMap<number, Converted>>
  /** the fraction of the export that was read after this batch, from 0 to 1, and the number of items read so far */
  readonly fraction: number
  readonly read: number
}

/** for a batch that is not converted ahead */
export const nothingConverted: Promise<ReadonlyMap<number, Converted>> = Promise.resolve(new Map())

/** Converts the contents of a batch in another thread. Returns them by the numbers of their items. */
export async function convertAhead(
  { collections }: Pick<Run, 'collections'>,
  converter: ContentConverter,
  batch: readonly Numbered[],
): Promise<ReadonlyMap<number, Converted>> {
  const wanted = batch.filter(({ item }) => item.failure === undefined && collections.has(item.type))
  const converted = await converter.convert(wanted.map(({ item }) => taskOf(item)))
  return new Map(
    wanted.flatMap(({ seq }, index) => {
      const content = converted[index]
      return content === undefined ? [] : [[seq, content] as const]
    }),
  )
}
