import type { Widget } from './widget-queries.ts'

/** limit of characters in a row */
const most = 200

/** The beginning of a rich text as plain text; spans of a block are joined without a blank. */
export function firstWords(content: Widget['content']): string {
  const texts = content.flatMap(({ children }) =>
    Array.isArray(children)
      ? [children.map(({ text }: { text?: unknown }) => (typeof text === 'string' ? text : '')).join('')]
      : [],
  )
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, most)
}
