import { limits } from '@octavo/contract/limits'

/** The beginning of a text without characters that a database refuses; null for an empty text. */
export function storedText(given: string): string | null {
  const text = given.replaceAll('\0', '\ufffd').slice(0, limits.webhookAnswer).toWellFormed()
  return text === '' ? null : text
}
