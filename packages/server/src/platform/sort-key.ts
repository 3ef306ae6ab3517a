import { plainLatin } from '@octavo/contract/slug'

/** characters of a text that are used for sorting; an index entry must fit into a page of every engine */
export const sortedCharacters = 128

/** UTF-16 units that are folded at most; folding may remove some */
const foldedUnits = 1024

/**
 * The form by which texts are sorted bytewise, without case and accents. It is computed here because engines sort text
 * differently. Combining marks that belong to no script, such as accents, are removed; those of one script, such as the
 * vowel signs of Devanagari, are kept.
 */
export function foldedText(text: string): string {
  const part = text.slice(0, foldedUnits)
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(part)) return part.slice(0, sortedCharacters).toLowerCase()
  const folded = part
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{Script=Inherited}/gu, '')
    .toLowerCase()
    // Letters that NFKD does not decompose, and the form of sigma at the end of words.
    .replace(/[ßæœøđðłþħı]/g, plainLatin)
    .replaceAll('ς', 'σ')
  return [...folded].slice(0, sortedCharacters).join('')
}

/** The folded form of each text among the values of a pending draft, as JSON. */
export function foldedMembers(data: Readonly<Record<string, unknown>>): string {
  const folded: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'string') folded[name] = foldedText(value)
  return JSON.stringify(folded)
}

/** The folded form as hexadecimal digits, for tables created before text columns compared bytes on both engines. */
export function sortKey(text: string): string {
  return Buffer.from(foldedText(text)).toString('hex')
}
