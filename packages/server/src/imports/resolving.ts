import type { Reader } from '../platform/database/database.ts'
import { mediaOf, withCurrentMedia, withoutMedia } from './current-media.ts'
import { remark } from './messages.ts'
import type { Address, AttachedFiles, Target } from './convert/block.ts'
import { addAttachedFile, putTarget } from './convert/targets.ts'
import { findAttached, findByAddress, findBySource, type OriginRow } from './origin-store.ts'
import { addressForm, idInAddress, isSameFile, originalOf, withoutQuery } from './origins.ts'
import type { Note, PreparedItem } from './prepare.ts'
import type { Run } from './run.ts'

/** what precedes the old id of a section in the `sourceId` of its address (`named-blocks.ts`) */
const sectionMark = 'section:'

/** The old id of the section that an address is for; null for another address. */
function sectionIdOf(sourceId: string): string | null {
  return sourceId.startsWith(sectionMark) ? sourceId.slice(sectionMark.length) : null
}

/** The origins, with the imported items, that the ids and addresses in a batch of items lead to. */
export class Resolved {
  /** by kind and id; by `any` and id for an address `?p=12`, which can lead to an item or a file */
  readonly #byId = new Map<string, OriginRow>()
  readonly #byAddress: ReadonlyMap<string, OriginRow>

  /** whether imported files count as targets */
  readonly hasMedia: boolean

  constructor(bySource: readonly OriginRow[], byAddress: ReadonlyMap<string, OriginRow>, hasMedia = true) {
    this.hasMedia = hasMedia
    for (const row of bySource) {
      this.#byId.set(`${row.kind} ${row.source_id}`, row)
      if (row.kind !== 'section') this.#byId.set(`any ${row.source_id}`, row)
    }
    this.#byAddress = byAddress
  }

  /** The same targets, without imported files. */
  withoutMedia(): Resolved {
    return new Resolved(
      [...this.#byId.values()].map(withoutMedia),
      new Map([...this.#byAddress].map(([address, row]) => [address, withoutMedia(row)])),
      false,
    )
  }

  /** The origin of the file with an id on the old site; undefined if there is none. */
  attachment(id: string): OriginRow | undefined {
    return this.#byId.get(`attachment ${id}`)
  }

  /** The same for an item. */
  item(id: string): OriginRow | undefined {
    return this.#byId.get(`item ${id}`)
  }

  /**
   * The target of an address: by the id of a section or file beside it, by the id in it, or by the address itself.
   * Undefined if there is none.
   */
  of({ url, sourceId }: Pick<Address, 'url' | 'sourceId'>, base: string): OriginRow | undefined {
    const sectionId = sectionIdOf(sourceId)
    if (sectionId !== null) return this.#byId.get(`section ${sectionId}`)
    const attachment = sourceId === '' ? undefined : this.attachment(sourceId)
    if (attachment !== undefined && namesFileAt(attachment, url)) return attachment
    const id = idInAddress(url, base)
    if (id !== null) return this.#byId.get(`any ${id}`)
    return possibleForms(url, base)
      .map((form) => this.#byAddress.get(form))
      .find((row) => row !== undefined)
  }
}

/**
 * Whether a file is the one at an address, or there is no address. An id beside an address is trusted only then,
 * because copied content has ids of another site.
 */
function namesFileAt({ file_url: file }: OriginRow, url: string): boolean {
  return url === '' || (file !== null && isSameFile(file, url))
}

/** The forms in which an address may be known: as it is, without its query, and that of the original image. */
function possibleForms(url: string, base: string): string[] {
  const form = addressForm(url, base)
  if (form === null) return []
  const page = withoutQuery(form)
  const original = originalOf(page ?? form)
  return [form, page, original].filter((one) => one !== null)
}

/**
 * Looks up all references in a batch of items with few queries: the addresses in their contents, and the ids of
 * parents, pictures and other items.
 */
export async function resolveBatch(
  run: Pick<Run, 'site' | 'analyzed' | 'services'>,
  db: Reader,
  addresses: readonly Pick<Address, 'url' | 'sourceId'>[],
  ids: readonly string[],
): Promise<Resolved> {
  const { site } = run
  const base = run.analyzed.site.url
  const wantedIds = new Set(ids.filter((id) => id !== ''))
  const wantedForms = new Set<string>()
  for (const { url, sourceId } of addresses) {
    if (sourceId !== '') wantedIds.add(sectionIdOf(sourceId) ?? sourceId)
    const id = idInAddress(url, base)
    if (id !== null) wantedIds.add(id)
    for (const form of possibleForms(url, base)) wantedForms.add(form)
  }
  const bySource = await findBySource(db, site, [...wantedIds])
  const byAddress = await findByAddress(db, [...wantedForms])
  // All rows together, so that one query reads the records of their files. `withCurrentMedia` keeps the order of rows.
  const current = await withCurrentMedia(run, [...bySource, ...byAddress.values()])
  const currentBySource = current.slice(0, bySource.length)
  const currentByAddress = current.slice(bySource.length)
  const addressesInOrder = [...byAddress.keys()]
  return new Resolved(
    currentBySource,
    new Map(currentByAddress.map((row, index) => [addressesInOrder[index] ?? '', row])),
  )
}

/**
 * The target of an address of the old site; null if there is none yet. A file that was not imported keeps its address.
 */
export function targetOf(row: OriginRow): Target | null {
  if (row.kind === 'attachment') {
    const media = mediaOf(row)
    if (media !== null) return { kind: 'media', ...media }
    const { file_url: url } = row
    return url === null ? null : { kind: 'media', id: null, url, width: null, height: null, alt: null }
  }
  if (row.slug === null) return null
  // A section has its slug in place of a path (`putTarget`).
  if (row.kind === 'section') return { kind: 'item', collection: 'sections', id: '', path: row.slug }
  if (row.collection === null || row.item_id === null) return null
  return { kind: 'item', collection: row.collection, id: row.item_id, path: pathOf(row.collection, row.slug) }
}

/** The path of an imported item in links within the imported content. */
export function pathOf(collection: string, slug: string): string {
  return `/${collection}/${encodeURIComponent(slug)}`
}

/** How many pieces and links of a content lose something when their targets are set. */
interface Untargeted {
  /** pieces that have only an id, which leads to nothing */
  readonly lost: number
  /** pieces whose id is that of another file than the one at their address */
  readonly mistaken: number
  /** links to items, whose paths here have no query */
  readonly queries: number
}

/** Replaces addresses in the content of an item by their targets. `base` is the address of the old site. */
export function applyTargets(
  { converted }: Pick<PreparedItem, 'converted'>,
  resolved: Resolved,
  base: string,
): Untargeted {
  let lost = 0
  let mistaken = 0
  let queries = 0
  for (const address of converted.findings.addresses) {
    const row = resolved.of(address, base)
    const target = row === undefined ? null : targetOf(row)
    if (target === null) {
      // Without a target, a piece keeps its address. One that has only an id is lost.
      if (address.url === '') lost++
      else if (resolved.attachment(address.sourceId) !== undefined) mistaken++
      continue
    }
    // A link, which has no id, to the page of a file that was not imported is kept; a piece gets the file's address.
    const isFileElsewhere = target.kind === 'media' && target.id === null
    if (isFileElsewhere && address.sourceId === '') continue
    if (target.kind === 'item' && hasQuery(address.url, base)) queries++
    putTarget(address, target)
  }
  return { lost, mistaken, queries }
}

/** Whether the query of an address has more than the id of an item. */
function hasQuery(url: string, base: string): boolean {
  return /\?[^#]/.test(url) && idInAddress(url, base) === null
}

/** What the report says of links and pieces whose target is not in the export, or is another file. */
export function untargetedPieces({ lost, mistaken, queries }: Untargeted): Note[] {
  return [
    ...(lost === 0 ? [] : [remark('piecesLost', { count: lost })]),
    ...(mistaken === 0 ? [] : [remark('otherFile', { count: mistaken })]),
    ...(queries === 0 ? [] : [remark('detailsLost', { names: `${queries} × query of a link` })]),
  ]
}

const fileEndings: Readonly<Record<AttachedFiles['media'], RegExp>> = {
  image: /\.(jpe?g|png|gif|webp|avif|svg)($|\?)/i,
  audio: /\.(mp3|m4a|ogg|oga|wav|flac|wma)($|\?)/i,
  video: /\.(mp4|m4v|mov|webm|ogv|avi|wmv|mpe?g)($|\?)/i,
}

/** What lists of all files attached to an item lack. */
interface UnfilledFiles {
  /** number of lists that remain empty */
  readonly empty: number
  /** number of files beyond the limit */
  readonly more: number
}

/**
 * Fills the lists that show all files attached to an item. Without media, the files in them keep their old addresses.
 */
export async function fillAttachedFiles(
  run: Run,
  { item, converted }: PreparedItem,
  { hasMedia }: Resolved,
): Promise<UnfilledFiles> {
  let empty = 0
  // By the item that has the files, because several lists can have those of the same item.
  const more = new Map<string, number>()
  for (const list of converted.findings.attachedFiles) {
    const parentId = list.of || item.id
    const attached =
      parentId === ''
        ? { rows: [], more: 0 }
        : await findAttached(run.services.database.reader, run.site, parentId)
    more.set(parentId, attached.more)
    const fitting = (await withCurrentMedia(run, attached.rows)).filter(({ file_url: url }) =>
      fileEndings[list.media].test(url ?? ''),
    )
    for (const row of fitting) {
      const target = targetOf(hasMedia ? row : withoutMedia(row))
      if (target?.kind === 'media') addAttachedFile(list, target)
    }
    if (fitting.length === 0) empty++
  }
  return { empty, more: [...more.values()].reduce((sum, one) => sum + one, 0) }
}
