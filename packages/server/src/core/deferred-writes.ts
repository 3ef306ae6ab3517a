import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface WriteContext {
    /** collects rows that are written together when many items change; without it each row is written at once */
    readonly deferred?: DeferredWrites
  }
}

/** Writes rows of one kind: one statement for many of them. */
export interface BulkWriter<Row> {
  (context: WriteContext, rows: readonly Row[]): Promise<void>
  /** whether other writes of the transaction read these rows, so that they are written before those */
  readonly isFirst?: boolean
}

/**
 * Collects rows that several changes of a transaction write, so that one statement writes them together. The code
 * that puts this into the context calls `flush` before the transaction ends, and before a read that needs the rows.
 */
export class DeferredWrites {
  readonly #rows = new Map<BulkWriter<never>, unknown[]>()
  #characters = 0

  /** approximate number of characters in the rows; the code that calls `flush` bounds the memory by it */
  get characters(): number {
    return this.#characters
  }

  add<Row>(writer: BulkWriter<Row>, row: Row, characters: number): void {
    const rows = this.#rows.get(writer)
    if (rows === undefined) this.#rows.set(writer, [row])
    else rows.push(row)
    this.#characters += characters
  }

  async flush(context: WriteContext): Promise<void> {
    const all = [...this.#rows]
    this.#rows.clear()
    this.#characters = 0
    // `add` pairs each writer with rows of its kind, which the type of the map cannot say.
    for (const isFirst of [true, false])
      for (const [writer, rows] of all)
        if ((writer.isFirst === true) === isFirst) await writer(context, rows as never[])
  }
}

/** Writes a row now, or later together with others if the context collects them. */
export async function writeOrDefer<Row>(
  context: WriteContext,
  writer: BulkWriter<Row>,
  row: Row,
  characters = 0,
): Promise<void> {
  if (context.deferred === undefined) await writer(context, [row])
  else context.deferred.add(writer, row, characters)
}
