import { fromMarkdown } from '@octavo/server/content/rich-text/markdown'
import { z } from 'zod'

const data = z.record(z.string(), z.unknown())

/** The front matter of an item file. */
const head = z.strictObject({
  /**
   * `revised`: published, and published again with a change; `pending`: published, with a change in a pending draft;
   * `trashed`: published, and then moved to the trash
   */
  state: z.enum(['published', 'revised', 'pending', 'draft', 'scheduled', 'trashed']),
  /** when it was published or last edited; for a scheduled item, when it will be published */
  at: z.string(),
  /** when the pending draft will be published */
  until: z.string().optional(),
  /** slugs of terms by taxonomy */
  terms: z.record(z.string(), z.array(z.string())).default({}),
  data,
  /** values of the first draft */
  firstDraft: data.default({}),
  /** values that were changed after it was published */
  change: data.default({}),
})

export interface ItemFile extends z.output<typeof head> {
  /** Markdown of the rich-text field, and of its earlier and later version; empty without one */
  readonly texts: { readonly body: string; readonly firstDraft: string; readonly added: string }
}

/** the front matter between its lines `---json` and `---`, then the Markdown */
const form = /^---json\n([^]*?)\n---\n([^]*)$/
const firstDraftMark = '<!-- first draft -->'
const addedMark = '<!-- added later -->'

/** Reads an item: JSON between `---json` and `---`, then the Markdown of its rich-text field. */
export function parseItemFile(path: string, content: string): ItemFile {
  const [, json, markdown = ''] = form.exec(content) ?? []
  if (json === undefined) throw new Error(`${path} does not begin with JSON between "---json" and "---".`)
  const [untilAdded = '', added = ''] = markdown.split(addedMark)
  const [body = '', firstDraft = ''] = untilAdded.split(firstDraftMark)
  return { ...head.parse(JSON.parse(json)), texts: { body, firstDraft, added } }
}

/**
 * The data of an item in its three versions: the first draft, the finished one (`data`), and the values that were
 * changed after it was published (`change`). `richField` is the slug of the collection's rich-text field. A first draft
 * without Markdown of its own has that of the finished version; a change without added Markdown leaves the rich text.
 */
export function versionsOf(
  { data: finished, firstDraft, change, texts }: ItemFile,
  richField: string | undefined,
): { data: object; firstDraft: object; change: object } {
  const rich = (...markdown: string[]): object =>
    richField === undefined || markdown.at(-1)?.trim() === ''
      ? {}
      : { [richField]: fromMarkdown(markdown.join('\n\n')) }
  const full = { ...finished, ...rich(texts.body) }
  return {
    data: full,
    firstDraft: { ...full, ...firstDraft, ...rich(texts.firstDraft) },
    change: { ...change, ...rich(texts.body, texts.added) },
  }
}
