import { isId } from '@octavo/contract/slug'
import { encodedMark } from '@octavo/contract/source-marks'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { type Leaf, mapLeaves } from '../../core/model/structure.ts'
import { Encoded } from '../../platform/encoded.ts'

type Values = Readonly<Record<string, unknown>>

/** limit of marks in one answer, because each adds about two kilobytes */
const maxMarks = 2000

/** Kinds of string fields whose values are not text for readers. */
const plainWidgets: ReadonlySet<unknown> = new Set(['url', 'email', 'date', 'color'])

/** An answer whose texts for readers end with marks that name their field. */
export function withSourceMarks(
  { services }: Pick<ReadContext, 'services'>,
  answer: Encoded,
  { collection, row }: { readonly collection: CollectionModel; readonly row: { readonly id: string } },
): Encoded {
  const base = `${services.config.baseUrl}/_cms/admin/content/${collection.slug}/${row.id}`
  const result = JSON.parse(answer.data.toString()) as { item: { data: Values } }
  const marker = new Marker((field) =>
    encodedMark({ origin: 'octavo', href: `${base}?field=${encodeURIComponent(field)}`, id: row.id, field }),
  )
  const data = Object.entries(result.item.data).map(([slug, value]) => {
    const field = collection.field.get(slug)
    return [slug, field === undefined ? value : marker.value(field, value)]
  })
  const marked = { ...result, item: { ...result.item, data: Object.fromEntries(data) } }
  return Encoded.of(marked, answer.rev)
}

class Marker {
  readonly #markOf: (field: string) => string
  #left = maxMarks

  constructor(markOf: (field: string) => string) {
    this.#markOf = markOf
  }

  value(field: FieldModel, value: unknown): unknown {
    return mapLeaves({ field, value, path: field.slug }, (leaf) => this.#leaf(leaf))
  }

  /** The mark of a value within a structured field names its place, such as `faq[2].question`. */
  #leaf({ field: { type, definition, options }, value, path }: Leaf): unknown {
    const mark = this.#markOf(path)
    switch (type.name) {
      case 'string':
      case 'text':
        // Either setting can name the kind of a field.
        return [definition.widget, options['widget']].some((name) => plainWidgets.has(name))
          ? value
          : this.#text(value, mark)
      case 'portableText':
        return this.#richText(value, mark)
      case 'image':
        return isObject(value) ? this.#alt(value, mark) : value
      default:
        return value
    }
  }

  #text(value: unknown, mark: string): unknown {
    if (typeof value !== 'string' || !isReadable(value) || this.#left === 0) return value
    this.#left--
    return value + mark
  }

  #alt(object: Values, mark: string): Values {
    return 'alt' in object ? { ...object, alt: this.#text(object['alt'], mark) } : object
  }

  /** Marks the spans of blocks and the alternative texts of images, at any depth. */
  #richText(value: unknown, mark: string): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.#richText(inner, mark))
    if (!isObject(value)) return value
    const inner = Object.entries(value).map(([key, one]) => [key, this.#richText(one, mark)])
    const object = this.#alt(Object.fromEntries(inner) as Values, mark)
    return object['_type'] === 'span' ? { ...object, text: this.#text(object['text'], mark) } : object
  }
}

/** Texts that programs compare or parse, which a mark would change. */
const forPrograms: readonly RegExp[] = [
  // numbers
  /^[\d.,+-]+$/,
  // dates, and times also with a space
  /^\d{4}-\d\d-\d\d(?:\S*$| \d\d:\d\d)/,
  // paths, anchors and colours
  /^[/#]\S*$/,
  // e-mail addresses
  /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
]

/** Whether a text is for readers. */
function isReadable(text: string): boolean {
  if (text.trim() === '' || isId(text) || forPrograms.some((pattern) => pattern.test(text))) return false
  return /\s/.test(text) || !URL.canParse(text)
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
