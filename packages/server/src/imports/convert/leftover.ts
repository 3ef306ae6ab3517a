import { type Block, cleanAddress, encodedBlanks } from './block.ts'

/** limit of characters of HTML that is examined; longer HTML counts as having leftovers */
const maxLength = 200_000

/**
 * Whether HTML contains words or addresses that are missing in its blocks. It compares with the blocks as JSON, wherever
 * in them the word is: a quick test that finds what a conversion has dropped.
 */
export function hasLeftover(html: string, blocks: readonly Block[]): boolean {
  if (html.length > maxLength) return true
  const json = JSON.stringify(blocks)
  const words =
    html.replace(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<[^>]*>|&[#\w]+;/gi, ' ').match(word) ?? []
  if (words.some((word) => !json.includes(word))) return true
  const alts = [...html.matchAll(/\salt\s{0,10}=\s{0,10}(?:"([^"]+)"|'([^']+)')/gi)].flatMap(
    ([, double, single]) => (double ?? single ?? '').replace(entity, ' ').match(word) ?? [],
  )
  if (alts.some((part) => !json.includes(part))) return true
  const addresses = html.matchAll(/\s(?:href|src|poster)\s{0,10}=\s{0,10}(?:"([^"]+)"|'([^']+)')/gi)
  for (const [, double, single] of addresses) {
    const address = (double ?? single ?? '').trim()
    if (isAddress(address) && !json.includes(storedAddress(address))) return true
  }
  return false
}

const word = /[\p{L}\p{N}]{2,}/gu
const entity = /&[#\w]+;/g

/** Whether an address must be found in the blocks: not one of a script, and not a placeholder picture. */
function isAddress(address: string): boolean {
  return (
    /^(?:https?:|\/|mailto:|tel:)/i.test(address) ||
    (/^data:/i.test(address) && address.length > maxPlaceholderLength)
  )
}

/** limit in bytes of a placeholder picture in a data address, in whose place a script loads the real one */
const maxPlaceholderLength = 300

/** An address of HTML in the form that it has in the JSON of blocks. */
function storedAddress(address: string): string {
  const plain = address.replaceAll('&amp;', '&').replaceAll('&#038;', '&').replaceAll('&quot;', '"')
  return JSON.stringify(encodedBlanks(cleanAddress(plain))).slice(1, -1)
}
