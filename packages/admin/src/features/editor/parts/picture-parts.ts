import { propertiesParts } from './data-parts.ts'
import type { Reader, Part } from './parts.ts'

/**
 * An image with its texts. Images with the same address but other texts differ. What the service completes from the file
 * for browsers is left out.
 */
export function pictureParts(value: Readonly<Record<string, unknown>>, reader: Reader): Part[] {
  const { id, url, src } = value
  const address = [url, src].find((part): part is string => typeof part === 'string' && part !== '')
  const isUnusual = [id, url, src].some((part) => part !== undefined && typeof part !== 'string')
  if (isUnusual || address === undefined) return propertiesParts(value, reader, ['_type'])
  const key = `\0picture ${JSON.stringify([id, url, src])}`
  return [
    { kind: 'picture', key, text: fileName(address), address },
    ...propertiesParts(value, reader, ['_type', 'id', 'url', 'src', 'placeholder', 'variants']),
  ]
}

function fileName(address: string): string {
  if (address.startsWith('data:')) return address.split(/[;,]/, 1)[0] ?? ''
  const path = address.split(/[?#]/, 1)[0] ?? ''
  return path.split('/').findLast((part) => part !== '') ?? address
}
