import { propertiesParts } from './data-parts.ts'
import type { Names, Part } from './parts.ts'

/** A picture as it is seen, and what is said of it. Another one at the same address is another one. */
export function pictureParts(value: Readonly<Record<string, unknown>>, names: Names): Part[] {
  const { id, url, src } = value
  const address = [url, src].find((part): part is string => typeof part === 'string' && part !== '')
  const isUnusual = [id, url, src].some((part) => part !== undefined && typeof part !== 'string')
  if (isUnusual || address === undefined) return propertiesParts(value, names, ['_type'])
  const key = `\0picture ${JSON.stringify([id, url, src])}`
  return [
    { kind: 'picture', key, text: fileName(address), address },
    ...propertiesParts(value, names, ['_type', 'id', 'url', 'src']),
  ]
}

function fileName(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  return path.split('/').findLast((part) => part !== '') ?? address
}
