import type { Shown } from '../../core/handler.ts'
import type { CollectionModel, Schema } from '../../core/model/model.ts'
import { mapLeavesLater } from '../../core/model/structure.ts'
import { Encoded } from '../../platform/encoded.ts'
import type { Block } from '../rich-text/block.ts'
import type { Conversion } from '../rich-text/converter.ts'

type Values = Readonly<Record<string, unknown>>

const stayedBlocks =
  'Some rich text is given as blocks: as Markdown it takes too long to write. Ask for fewer items at once, or send blocks back.'

/** The values of a result, parsed where the database built their JSON. */
export function valuesOf(result: unknown): Values {
  return (result instanceof Encoded ? JSON.parse(result.data.toString()) : result) as Values
}

interface MarkdownTarget {
  readonly collection: CollectionModel
  /** has the collections of included items */
  readonly schema: Schema
  /** the fields, and the bytes of a list, that the interface will show */
  readonly shown: Shown
  readonly conversion: Conversion
}

/** Converts the rich text of a result to Markdown; if that takes too long, blocks stay, and `notice` says so. */
export async function asMarkdown(
  result: unknown,
  { collection, schema, shown, conversion }: MarkdownTarget,
): Promise<Encoded> {
  const writer = new MarkdownWriter(collection, shown, conversion)
  const others = new IncludedWriter(schema, conversion)
  const given = valuesOf(result)
  const written = await conversion.inQueue(async () => others.result(await writer.result(given)))
  const isComplete = written !== null && !writer.hasUnconverted && !others.hasUnconverted
  const notice = [given['notice'], ...(isComplete ? [] : [stayedBlocks])].filter(Boolean).join(' ')
  const values = { ...(written ?? given), ...(notice !== '' && { notice }) }
  // A part that was left as blocks may be Markdown next time, so such an answer must not have the ETag of the values.
  const rev = result instanceof Encoded && isComplete ? result.rev : null
  const answer = Encoded.of(values, rev)
  if (result instanceof Encoded && isComplete) answer.delivery = result.delivery
  return answer
}

/** Writes the rich text of items of a collection as Markdown. */
class MarkdownWriter {
  readonly #collection: CollectionModel
  readonly #shown: Shown
  readonly #conversion: Conversion
  hasUnconverted = false

  constructor(collection: CollectionModel, shown: Shown, conversion: Conversion) {
    this.#collection = collection
    this.#shown = shown
    this.#conversion = conversion
  }

  /** Converts an answer with one item, a list, or a comparison of the live version with the draft. */
  async result(result: Values): Promise<Values> {
    const { item, items, live, draft, changed } = result
    if (isObject(item)) return { ...result, item: await this.item(item) }
    if (Array.isArray(items)) return { ...result, items: await this.#items(items as Values[]) }
    return {
      ...result,
      live: await this.#values(live),
      draft: await this.#values(draft),
      ...(Array.isArray(changed) && { changed: await this.#changes(changed as Values[]) }),
    }
  }

  async #changes(changes: readonly Values[]): Promise<Values[]> {
    const all: Values[] = []
    for (const { field, from, to, ...others } of changes) {
      const slug = String(field)
      const [before, after] = [
        await this.#values({ [slug]: from }),
        await this.#values({ [slug]: to }),
      ] as Values[]
      all.push({ field, from: before?.[slug], to: after?.[slug], ...others })
    }
    return all
  }

  /** Items beyond the bytes that the interface shows are not converted, because it leaves them out. */
  async #items(items: readonly Values[]): Promise<Values[]> {
    const { bytes = Number.POSITIVE_INFINITY } = this.#shown
    const all: Values[] = []
    let used = 0
    for (const one of items) {
      if (used > bytes) {
        all.push(one)
        continue
      }
      const item = await this.item(one)
      if (Number.isFinite(bytes)) used += Buffer.byteLength(JSON.stringify(this.#shownOf(item['data'])))
      all.push(item)
    }
    return all
  }

  async item(item: Values): Promise<Values> {
    return { ...item, data: await this.#values(item['data'] ?? {}) }
  }

  async #values(values: unknown): Promise<unknown> {
    if (!isObject(values)) return values
    const written: Record<string, unknown> = { ...values }
    for (const [slug, value] of Object.entries(values)) {
      const field = this.#collection.field.get(slug)
      if (field === undefined || !this.#isShown(slug)) continue
      written[slug] = await mapLeavesLater({ field, value, path: slug }, async (leaf) =>
        leaf.field.type.name === 'portableText' && Array.isArray(leaf.value)
          ? this.#richText(leaf.value as Block[])
          : leaf.value,
      )
    }
    return written
  }

  async #richText(blocks: readonly Block[]): Promise<unknown> {
    const markdown = await this.#conversion.markdownOf(blocks)
    if (markdown === null) this.hasUnconverted = true
    return markdown ?? blocks
  }

  #isShown(slug: string): boolean {
    return this.#shown.fields === undefined || this.#shown.fields.includes(slug)
  }

  #shownOf(data: unknown): unknown {
    return Object.entries(data as Values).filter(([slug]) => this.#isShown(slug))
  }
}

/** Writes the rich text of included items, which can be of any collection. */
class IncludedWriter {
  readonly #schema: Schema
  readonly #conversion: Conversion
  readonly #writers = new Map<string, MarkdownWriter>()

  constructor(schema: Schema, conversion: Conversion) {
    this.#schema = schema
    this.#conversion = conversion
  }

  get hasUnconverted(): boolean {
    return [...this.#writers.values()].some((writer) => writer.hasUnconverted)
  }

  async result(result: Values): Promise<Values> {
    const { included } = result
    if (!isObject(included) || !isObject(included['items'])) return result
    const items: Record<string, unknown> = {}
    for (const [id, item] of Object.entries(included['items'])) items[id] = await this.#item(item as Values)
    return { ...result, included: { ...included, items } }
  }

  async #item(item: Values): Promise<Values> {
    const collection = this.#schema.collections.get(String(item['type']))
    if (collection === undefined) return item
    const writer = this.#writers.get(collection.id) ?? new MarkdownWriter(collection, {}, this.#conversion)
    this.#writers.set(collection.id, writer)
    return writer.item(item)
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
