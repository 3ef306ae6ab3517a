import type { LinksBy } from '@octavo/contract/fields/field-type'
import { limits } from '@octavo/contract/limits'
import { JsonText } from '../../core/facts.ts'
import { jsonText } from '../../core/model/data.ts'

/**
 * A file's address. Before its key it can have the version of a replaced file (`~2/`), and the crop of a part with its
 * name and signature (`~crop/…/…/`), as `media/file-version.ts` writes them.
 */
const address = String.raw`/media/file/(?:~[1-9]\d{0,8}/)?(?:~crop/[\d-]{7,23}/[\w-]{22}/)?([A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)*)`
/**
 * An id, such as 01J9ZK3V5T8XQ2M4N6P7R8S9TA. A lower case letter before it is allowed, because in JSON the `n` of a
 * line break can stand there.
 */
const id = '(?<![0-9A-Z])([0-7][0-9A-HJKMNP-TV-Z]{25})(?![0-9A-Z])'

const addresses = new RegExp(address, 'g')
const addressesAndIds = new RegExp(`${address}|${id}`, 'g')

/**
 * The targets of a value: ids of items and media, and storage keys of media. It does not check whether they exist, so
 * the result depends on the value alone.
 */
export function targetsOf(value: unknown, linksBy: LinksBy | null): string[] {
  if (linksBy === null || value === null || value === undefined) return []
  const text = textOf(value)
  if (linksBy === 'address' && !text.includes('/media/file/')) return []
  const ids = new Set<string>()
  const keys = new Set<string>()
  for (const [, key, linked] of text.matchAll(linksBy === 'address' ? addresses : addressesAndIds)) {
    if (linked !== undefined) ids.add(linked)
    if (key === undefined || key.length > limits.storageKey) continue
    // A full stop behind an address may belong to the key or end a sentence, so both forms are recorded.
    keys.add(key).add(plainKey(key))
  }
  // A value of a field that refers by id repeats the address of the same file, so its key is needed only without an id.
  return linksBy === 'id' && ids.size > 0 ? [...ids] : [...ids, ...keys]
}

/** A storage key without punctuation at its end. */
export function plainKey(key: string): string {
  return key.replace(/[._-]+$/, '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof JsonText ? value.text : jsonText(value)
}
