import type { Block } from '../../rich-text/types.ts'

/** maximum number of characters of the beginning */
const mostCharacters = 200

/** The beginning of a rich text as plain text; spans of a block are joined without a blank. */
export function firstWords(content: readonly Block[]): string {
  const texts = content.flatMap(({ ['children']: children }) =>
    Array.isArray(children)
      ? [children.map(({ text }: { text?: unknown }) => (typeof text === 'string' ? text : '')).join('')]
      : [],
  )
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, mostCharacters)
}
