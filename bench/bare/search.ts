import type { Hit } from './database.ts'

export const searchBase = '/_cms/api/search?q='

/** The results, each with the piece around the word, cut and escaped here. */
export function searchAnswer(word: string, hits: readonly Hit[]): Buffer {
  const results = hits.map(({ text, ...hit }) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word))
    const start = Math.max(0, at - 60)
    const piece = (from: number, to: number): string =>
      text.slice(from, to).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    const end = at + word.length
    const snippet = `${piece(start, at)}<mark>${piece(at, end)}</mark>${piece(end, start + 200)}`
    return { collection: 'posts', ...hit, snippet }
  })
  return Buffer.from(JSON.stringify({ results }))
}
