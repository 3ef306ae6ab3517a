import type { Widget } from './widget-queries.ts'

/** characters that a row has room for at most */
const most = 200

/** The beginning of what a rich text says, as plain text: the spans of a block follow each other without a gap. */
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
