import { limits } from '@octavo/contract/limits'
import type { CollectionModel } from '../../core/model/model.ts'

type Values = Readonly<Record<string, unknown>>

const { bytes: maxBytes } = limits.mcpResources

/** left-out parts that a document names, and the bytes that are reserved for their names */
const maxNamed = 50
const bytesForNames = 5000

/**
 * An item as one Markdown document. The part in front is YAML with its members and values, each written as JSON, which
 * is valid YAML. Each field of rich text follows below a comment that names it. Parts beyond the limit of size are
 * named or shortened.
 */
export function itemDocument(result: Values, collection: CollectionModel | undefined): string {
  const { item, _rev, notice } = result as { item: Values; _rev: string; notice?: string }
  const { data: values, type, ...members } = item
  const document = new BoundedDocument()
  document.front('collection', type)
  for (const [name, value] of Object.entries(members)) document.front(name, value)
  document.front('_rev', _rev)
  if (notice !== undefined) document.front('notice', notice)
  const data = Object.entries((values ?? {}) as Values)
  const isText = ([slug, value]: [string, unknown]): boolean =>
    typeof value === 'string' && collection?.field.get(slug)?.type.name === 'portableText'
  for (const [slug, value] of data.filter((entry) => !isText(entry))) document.front(`data.${slug}`, value)
  for (const [slug, markdown] of data.filter(isText)) document.richText(slug, String(markdown))
  return document.text()
}

/** Builds a document of at most `maxBytes`. */
class BoundedDocument {
  readonly #front: string[] = []
  readonly #texts: string[] = []
  readonly #leftOut: string[] = []
  #bytesLeft = maxBytes - bytesForNames

  /** Adds a line to the part in front. */
  front(name: string, value: unknown): void {
    const line = `${name}: ${JSON.stringify(value)}`
    if (this.#take(line)) this.#front.push(line)
    else this.#leftOut.push(name)
  }

  richText(slug: string, markdown: string): void {
    const text = `<!-- field: ${slug} -->\n\n${markdown}`
    if (this.#take(text)) {
      this.#texts.push(text)
      return
    }
    const start = linesWithin(text, this.#bytesLeft)
    // Nothing follows a text that is cut: the fields after it are left out.
    this.#bytesLeft = 0
    if (start !== '') this.#texts.push(`${start}\n\n<!-- cut: content_get with section reads the rest -->`)
    this.#leftOut.push(start === '' ? `data.${slug}` : `the rest of data.${slug}`)
  }

  text(): string {
    const names = JSON.stringify(this.#leftOut.slice(0, maxNamed))
    const front = this.#leftOut.length === 0 ? this.#front : [...this.#front, `leftOut: ${names}`]
    return ['---', ...front, '---', '', this.#texts.join('\n\n'), ''].join('\n')
  }

  /** Reserves the bytes of a text; false if it does not fit. */
  #take(text: string): boolean {
    const bytes = Buffer.byteLength(text) + 2
    if (bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }
}

/** The first lines of a text that fit. */
function linesWithin(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, Math.max(0, bytes)).toString()
  return cut.slice(0, Math.max(0, cut.lastIndexOf('\n'))).trimEnd()
}
