/** maximum number of calls at a time, few enough that the service can answer others meanwhile */
const concurrency = 4

export interface Failed<Item> {
  readonly item: Item
  readonly error: unknown
}

export interface Outcome<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly Failed<Item>[]
}

interface Run<Item> {
  readonly run: (item: Item) => Promise<unknown>
  /** called after each item with the number of finished ones */
  readonly onProgress?: (count: number) => void
  /** whether all further items would fail in the same way, so that they are skipped */
  readonly isHopeless: (error: unknown) => boolean
}

/** Runs an action on each item, a few at a time; a failure of one does not stop the others. */
export async function runEach<Item>(
  items: readonly Item[],
  { run, onProgress, isHopeless }: Run<Item>,
): Promise<Outcome<Item>> {
  const done: Item[] = []
  const failed: Failed<Item>[] = []
  // All workers take their next item from this one iterator.
  const remaining = items.values()
  let hopeless: Failed<Item> | null = null
  const work = async (): Promise<void> => {
    for (const item of remaining) {
      try {
        // Skipped items fail with the error that made them hopeless.
        if (hopeless !== null) throw hopeless.error
        await run(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
        if (isHopeless(error)) hopeless = { item, error }
      }
      onProgress?.(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { done, failed }
}
