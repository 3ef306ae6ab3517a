/** A footnote of block markup: its text is a custom field, and the text of the item links to its id. */
export interface Footnote {
  readonly id: string
  readonly content: string
}

/** limits of footnotes, and of characters of their stored form */
const maxNotes = 2000
const longest = 2_000_000

/** The footnotes in the custom field `footnotes`; null if it has something else. */
export function readFootnotes(text: string): Footnote[] | null {
  if (text.length > longest || !text.startsWith('[')) return null
  try {
    const notes = JSON.parse(text) as unknown
    if (!Array.isArray(notes) || notes.length === 0 || notes.length > maxNotes) return null
    return notes.every(isFootnote) ? notes : null
  } catch {
    return null
  }
}

function isFootnote(value: unknown): value is Footnote {
  if (typeof value !== 'object' || value === null) return false
  const { id, content } = value as Partial<Record<keyof Footnote, unknown>>
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) && typeof content === 'string'
}
