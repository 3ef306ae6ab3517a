import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { trashedItem } from '@octavo/contract/operations/content'
import { revision } from '@octavo/contract/operations/revisions'
import type { Block } from '../rich-text/comparable.ts'
import type { Conversion } from '../rich-text/converter.ts'
import type { CollectionModel } from '../schema/model.ts'
import type { Looks } from './arguments.ts'

type Values = Readonly<Record<string, unknown>>

/** properties of an item or a revision that `fields` can name beside the fields of the collection */
const properties = new Set(
  [...Object.keys(trashedItem.shape), ...Object.keys(revision.shape)].filter((name) => name !== 'data'),
)

/** what tells one from another, whatever is picked */
const alwaysShown = ['id', 'slug', 'status', 'kind']

/** What is wrong with the names in `fields`. */
export function fieldIssues(collection: CollectionModel, { fields = [] }: Looks): Issue[] {
  const known = [...collection.field.keys()]
  return fields.flatMap((name, index) =>
    collection.field.has(name) || properties.has(name)
      ? []
      : [
          {
            path: `fields.${index}`,
            message: `"${name}" is neither a field of "${collection.slug}" nor a property of items${hint(name, [...known, ...properties])}`,
          },
        ],
  )
}

const stayedBlocks =
  'Some rich text is given as blocks: as Markdown it takes too long to write. Ask for fewer items at once, or send blocks back.'

/** Gives a result with what was picked of each item, and rich text in the form that was asked for. */
export async function withLooks(
  result: Values,
  collection: CollectionModel,
  looks: Looks,
  conversion: Conversion,
): Promise<Values> {
  if (looks.format !== 'markdown') return shown(result, new Shower(collection, looks))
  const inMarkdown = (): Promise<Values> => shown(result, new Shower(collection, looks, conversion))
  return (await conversion.inTurn(inMarkdown)) ?? shown(result, new Shower(collection, looks, new NoTime()))
}

async function shown(result: Values, shower: Shower): Promise<Values> {
  const { item, items, live, draft } = result
  let parts: Values
  if (isObject(item)) parts = { item: await shower.item(item) }
  else if (Array.isArray(items)) parts = { items: await shower.items(items as Values[]) }
  else {
    const show = (values: unknown): unknown => (isObject(values) ? shower.values(values) : values)
    parts = { live: await show(live), draft: await show(draft) }
  }
  return { ...result, ...parts, ...(shower.hasKeptBlocks && { notice: stayedBlocks }) }
}

interface Writer {
  markdownOf(blocks: readonly Block[]): Promise<string | null>
}

/** Writes nothing: the caller has too many calls that wait. */
class NoTime implements Writer {
  markdownOf(): Promise<null> {
    return Promise.resolve(null)
  }
}

/** Shows items of a collection; rich text as Markdown where it is given who writes it. */
class Shower {
  readonly #collection: CollectionModel
  readonly #fields: Looks['fields']
  readonly #writer: Writer | undefined
  hasKeptBlocks = false

  constructor(collection: CollectionModel, { fields }: Looks, writer?: Writer) {
    this.#collection = collection
    this.#fields = fields
    this.#writer = writer
  }

  /** Those for which an answer has no room are cut away later: their text is not worth the time. */
  async items(items: readonly Values[]): Promise<Values[]> {
    const all: Values[] = []
    let bytes = 0
    for (const one of items) {
      const item =
        bytes > limits.mcpAnswer
          ? await new Shower(this.#collection, { fields: this.#fields }).item(one)
          : await this.item(one)
      bytes += Buffer.byteLength(JSON.stringify(item))
      all.push(item)
    }
    return all
  }

  async item({ data, ...item }: Values): Promise<Values> {
    const fields = this.#fields
    const picked =
      fields === undefined
        ? item
        : Object.fromEntries(
            Object.entries(item).filter(([name]) => alwaysShown.includes(name) || fields.includes(name)),
          )
    return { ...picked, data: await this.values((data ?? {}) as Values) }
  }

  async values(values: Values): Promise<Values> {
    const picked: Record<string, unknown> = {}
    for (const [slug, value] of Object.entries(values)) {
      if (this.#fields !== undefined && !this.#fields.includes(slug)) continue
      const isRichText = this.#collection.field.get(slug)?.type.name === 'portableText'
      picked[slug] = isRichText && Array.isArray(value) ? await this.#richText(value as Block[]) : value
    }
    return picked
  }

  async #richText(blocks: readonly Block[]): Promise<unknown> {
    if (this.#writer === undefined) return blocks
    const markdown = await this.#writer.markdownOf(blocks)
    if (markdown === null) this.hasKeptBlocks = true
    return markdown ?? blocks
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
