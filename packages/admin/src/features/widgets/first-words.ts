import type { Widget } from './widget-queries.ts'

/** characters that a row has room for at most */
const most = 200

/** The beginning of what a rich text says, as plain text. */
export function firstWords(content: Widget['content']): string {
  const words = content.flatMap(({ children }) =>
    Array.isArray(children) ? children.map((child: { text?: unknown }) => child.text) : [],
  )
  return words
    .filter((text): text is string => typeof text === 'string')
    .join(' ')
    .slice(0, most)
}
