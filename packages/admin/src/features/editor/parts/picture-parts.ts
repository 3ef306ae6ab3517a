import { propertiesParts } from './data-parts.ts'
import type { Reader, Part } from './parts.ts'

/**
 * The parts of an image: the picture, then its texts and its other properties. The placeholder and the variants are
 * left out, because the service adds them from the file. A value without a usable address is described by its
 * properties.
 */
export function pictureParts(value: Readonly<Record<string, unknown>>, reader: Reader): Part[] {
  const { id, url, src } = value
  const address = [url, src].find((text): text is string => typeof text === 'string' && text !== '')
  const isMalformed = [id, url, src].some((text) => text !== undefined && typeof text !== 'string')
  if (isMalformed || address === undefined) return propertiesParts(value, reader, ['_type'])
  // The control character keeps the key different from those of words.
  const key = `\0picture ${JSON.stringify([id, url, src])}`
  return [
    { kind: 'picture', key, text: fileName(address), address },
    ...propertiesParts(value, reader, ['_type', 'id', 'url', 'src', 'placeholder', 'variants']),
  ]
}

/** The last step of an address; for a data URL, its media type. */
function fileName(address: string): string {
  if (address.startsWith('data:')) return address.split(/[;,]/, 1)[0] ?? ''
  const path = address.split(/[?#]/, 1)[0] ?? ''
  return path.split('/').findLast((name) => name !== '') ?? address
}
