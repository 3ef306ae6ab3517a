import { limits } from '@octavo/contract/limits'

/**
 * The name of a file at the end of its address: without slashes and control characters, and its last characters if it
 * is too long, so that the extension stays.
 */
export function filenameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const last = decoded(path.split('/').at(-1) ?? '').replace(/[/\\\p{Cc}]/gu, '')
  return [...last].slice(-limits.filename).join('').toWellFormed() || 'file'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
