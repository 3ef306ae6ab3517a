import { lacksAlt } from '@octavo/contract/alt-text'
import { foldCase } from '@octavo/contract/fold-case'
import { isWithin } from '@octavo/contract/folders'
import { kindOf, type MediaItem, type MediaKind } from './media-item.ts'

/** The filters of a list of media. */
export interface MediaFilter {
  readonly kind: MediaKind | undefined
  /** a part of the file name; empty for all files */
  readonly q: string
  /** the path of a folder; undefined for the files of all folders */
  readonly folder?: string | undefined
  readonly tag?: string | undefined
  /** only images without an alternative text */
  readonly withoutAlt?: boolean | undefined
  /** only files that nothing refers to */
  readonly unused?: boolean | undefined
  /** whether each file comes with the number of its usages; this does not narrow the list */
  readonly usage?: boolean | undefined
}

/**
 * Whether a file that was just uploaded matches the filters of a list. Nothing refers to it yet, so it is `unused`;
 * `usage` does not narrow the list.
 */
export function isListed(item: MediaItem, { kind, q, folder, tag, withoutAlt }: MediaFilter): boolean {
  const { filename, mimeType, tags } = item
  // A search by name includes the folders below.
  const isInFolder =
    folder === undefined || (q === '' ? item.folder === folder : isWithin(item.folder, folder))
  return (
    (kind === undefined || kindOf(mimeType) === kind) &&
    filename.toLowerCase().includes(q.toLowerCase()) &&
    isInFolder &&
    (tag === undefined || tags.some((other) => foldCase(other) === foldCase(tag))) &&
    (withoutAlt !== true || lacksAlt(item))
  )
}
