/** characters of a text that take part in sorting: an index entry must fit into a page of every engine */
const sortedCharacters = 100

/**
 * What a list of labels sorts by: the same order in every database, whatever rules it sorts text by, and without
 * regard to case and accents. Hexadecimal digits sort alike everywhere.
 */
export function sortKey(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Buffer.from([...plain].slice(0, sortedCharacters).join('')).toString('hex')
}
