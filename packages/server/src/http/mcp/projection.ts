import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { trashedItem } from '@octavo/contract/operations/content'
import { revision } from '@octavo/contract/operations/revisions'
import type { Block } from '../../content/rich-text/comparable.ts'
import type { Conversion } from '../../content/rich-text/converter.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Projection } from './arguments.ts'

type Values = Readonly<Record<string, unknown>>

/** properties of an item or a revision that `fields` can name besides the fields of the collection */
const properties = new Set(
  [...Object.keys(trashedItem.shape), ...Object.keys(revision.shape)].filter((name) => name !== 'data'),
)

/** properties that identify an item, included in every projection */
const alwaysShown = ['id', 'slug', 'status', 'kind']

/** the same for a revision, including its date */
const alwaysShownOfRevision = [...alwaysShown, 'createdAt']

/** Issues with the names in `fields`. */
export function fieldIssues(collection: CollectionModel, { fields = [] }: Projection): Issue[] {
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

/** Reduces each item of a result to the selected fields, and converts rich text to the requested format. */
export async function project(
  result: Values,
  collection: CollectionModel,
  projection: Projection,
  conversion: Conversion,
): Promise<Values> {
  if (projection.format !== 'markdown') return projectParts(result, new ItemProjector(collection, projection))
  const asMarkdown = (): Promise<Values> =>
    projectParts(result, new ItemProjector(collection, projection, conversion))
  return (
    (await conversion.inTurn(asMarkdown)) ??
    projectParts(result, new ItemProjector(collection, projection, new NoConversion()))
  )
}

async function projectParts(result: Values, projector: ItemProjector): Promise<Values> {
  const { item, items, live, draft } = result
  let parts: Values
  if (isObject(item)) parts = { item: await projector.item(item) }
  else if (Array.isArray(items)) parts = { items: await projector.items(items as Values[]) }
  else {
    const projectValues = (values: unknown): unknown => (isObject(values) ? projector.values(values) : values)
    parts = { live: await projectValues(live), draft: await projectValues(draft) }
  }
  const notice = [result['notice'], ...(projector.hasUnconverted ? [stayedBlocks] : [])]
    .filter(Boolean)
    .join(' ')
  return { ...result, ...parts, ...(notice !== '' && { notice }) }
}

interface Writer {
  markdownOf(blocks: readonly Block[]): Promise<string | null>
}

/** Converts nothing, because the caller has too many pending calls. */
class NoConversion implements Writer {
  markdownOf(): Promise<null> {
    return Promise.resolve(null)
  }
}

/** Projects items of a collection; converts rich text to Markdown if it has a writer. */
class ItemProjector {
  readonly #collection: CollectionModel
  readonly #fields: Projection['fields']
  readonly #writer: Writer | undefined
  hasUnconverted = false

  constructor(collection: CollectionModel, { fields }: Projection, writer?: Writer) {
    this.#collection = collection
    this.#fields = fields
    this.#writer = writer
  }

  /** Items beyond the size limit are not converted, because truncation removes them. */
  async items(items: readonly Values[]): Promise<Values[]> {
    const all: Values[] = []
    let bytes = 0
    for (const one of items) {
      const item =
        bytes > limits.mcpAnswer
          ? await new ItemProjector(this.#collection, { fields: this.#fields }).item(one)
          : await this.item(one)
      bytes += Buffer.byteLength(JSON.stringify(item))
      all.push(item)
    }
    return all
  }

  async item({ data, ...item }: Values): Promise<Values> {
    const fields = this.#fields
    const always = 'entryId' in item ? alwaysShownOfRevision : alwaysShown
    const picked =
      fields === undefined
        ? item
        : Object.fromEntries(
            Object.entries(item).filter(([name]) => always.includes(name) || fields.includes(name)),
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
    if (markdown === null) this.hasUnconverted = true
    return markdown ?? blocks
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
