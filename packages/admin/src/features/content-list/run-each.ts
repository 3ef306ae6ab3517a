/** calls that are under way at once: enough to be quick, few enough for others to be served meanwhile */
const parallel = 4

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
  /** called after each one with the number done */
  readonly onProgress?: (count: number) => void
  /** whether the same would happen to all others, so that they are not even tried */
  readonly isHopeless: (error: unknown) => boolean
}

/** Does the same to each item, a few at a time; what fails for one leaves the others alone. */
export async function runEach<Item>(
  items: readonly Item[],
  { run, onProgress, isHopeless }: Run<Item>,
): Promise<Outcome<Item>> {
  const done: Item[] = []
  const failed: Failed<Item>[] = []
  const waiting = items.values()
  let hopeless: Failed<Item> | null = null
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      try {
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
  await Promise.all(Array.from({ length: parallel }, work))
  return { done, failed }
}
