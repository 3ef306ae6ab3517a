/**
 * The material for articles on one craft. `{place}`, `{person}`, `{maker}`, `{makers}` and `{workplace}` are filled in;
 * `*emphasis*`, `**strong**` and `[text](address)` become marks.
 */
export interface Topic {
  readonly key: string
  /** as in "a weekend of bread baking" */
  readonly craft: string
  /** keys of places, one for each title */
  readonly places: readonly string[]
  readonly maker: string
  readonly makers: string
  readonly workplace: string
  /** key of a category */
  readonly category: string
  readonly tags: readonly string[]
  readonly titles: readonly string[]
  readonly standfirsts: readonly string[]
  readonly scenes: readonly string[]
  readonly facts: readonly string[]
  readonly quotes: readonly string[]
  readonly list: { readonly heading: string; readonly entries: readonly string[] }
}
