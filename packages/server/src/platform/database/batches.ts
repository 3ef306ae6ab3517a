/** Allowed numbers of rows per statement: few sizes, so that few statements are prepared. */
const sizes = [1, 2, 3, 4, 6, 8, 12, 20, 50, 100] as const
const largest = 100

type Batch<Row> = readonly [Row, ...Row[]]

/**
 * Divides rows into batches of these sizes. The last batch is filled with repetitions of its first row, so the
 * statement must tolerate duplicate rows.
 */
export function* batchesOf<Row>(rows: readonly Row[]): Generator<Batch<Row>> {
  for (let start = 0; start < rows.length; start += largest) {
    const part = rows.slice(start, start + largest)
    const [first, ...rest] = part
    if (first === undefined) return
    const size = sizes.find((one) => one >= part.length) ?? largest
    yield [first, ...rest, ...Array.from({ length: size - part.length }, () => first)]
  }
}

/** The allowed numbers for statements that do not tolerate duplicate rows; most transactions have one or two rows. */
const exactSizes = [50, 10, 4, 2, 1] as const

/** Divides rows into batches of few sizes in which no row is repeated. */
export function* exactBatchesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  let start = 0
  for (const size of exactSizes)
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size)
}

/** The SQL placeholders of a batch, one group per row. */
export function marksFor({ length }: { readonly length: number }, group = '?'): string {
  return Array.from({ length }, () => group).join(', ')
}
