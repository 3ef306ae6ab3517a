import type { Block } from './block.ts'

/** limit of examined HTML; longer HTML is no picture */
const longest = 200_000

/** Whether HTML contains words or addresses that are missing in its blocks. */
export function hasLeftover(html: string, blocks: readonly Block[]): boolean {
  if (html.length > longest) return true
  const made = JSON.stringify(blocks)
  const words =
    html
      .replace(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<[^>]*>|&[#\w]+;/gi, ' ')
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []
  if (words.some((word) => !made.includes(word))) return true
  const addresses = html.matchAll(/\s(?:href|src|poster)\s*=\s*["']\s*((?:https?:)?\/\/[^"'\s]+)/gi)
  for (const [, address = ''] of addresses) {
    if (!made.includes(address.replaceAll('&amp;', '&').replaceAll('&#038;', '&'))) return true
  }
  return false
}
