import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { filePath, markedFilePath, markedText, markPart } from '../../core/model/media-marks.ts'
import { Encoded } from '../../platform/encoded.ts'
import { type Patch, Patched } from '../../platform/patched.ts'
import { type Completion, hashOf } from './completion.ts'
import type { MediaCache } from './media-cache.ts'
import { type MarkedPlace, placesIn } from './marked-places.ts'

export interface Completed {
  readonly content: Buffer | Patched
  /**
   * changes whenever an answer shows other values of media or another base address; terms do not count. Null: there was
   * nothing to complete
   */
  readonly tag: string | null
  /** the ids of the media that completed it */
  readonly media: readonly string[]
}

/** Gives for each text of ids of terms what an item shows of them, as JSON. */
export type FillTerms = (texts: ReadonlySet<string>) => Promise<ReadonlyMap<string, Buffer>>

/**
 * Completes the references to media, and to terms, in stored JSON. Marks show where they are
 * (`core/model/media-marks.ts`). Records that are not cached are read by one look-up.
 */
export async function completed(
  context: ReadContext,
  bytes: Buffer,
  fillTerms?: FillTerms,
): Promise<Completed> {
  const places = placesIn(bytes)
  if (places.length === 0) return { content: bytes, tag: null, media: [] }
  const { mediaCache } = context.services
  const completions = new Map<string, Completion | null>()
  const missing = new Set<string>()
  const termTexts = new Set<string>()
  for (const { id, holds } of places) {
    if (holds === 'terms') {
      termTexts.add(id ?? '')
      continue
    }
    if (id === null || completions.has(id)) continue
    const known = mediaCache.get(id)
    if (known === undefined) missing.add(id)
    else completions.set(id, known)
  }
  if (missing.size > 0)
    for (const [id, found] of await mediaCache.find(context, [...missing])) completions.set(id, found)
  const terms = (await fillTerms?.(termTexts)) ?? new Map<string, Buffer>()
  return assembled(bytes, places, { completions, addresses: mediaCache, terms })
}

interface Sources {
  readonly terms: ReadonlyMap<string, Buffer>
  /** by the ids of media; null: there is no such record */
  readonly completions: ReadonlyMap<string, Completion | null>
  readonly addresses: Pick<MediaCache, 'shownBase' | 'shownAddress'>
}

interface Part extends Patch {
  readonly tag: number
}

function assembled(bytes: Buffer, places: readonly MarkedPlace[], sources: Sources): Completed {
  const parts: Part[] = []
  // When references to media have taken this many bytes, further ones are shown as they are stored.
  let bytesLeft: number = limits.resolvedMedia
  let tag = hashOf('')
  for (const place of places) {
    if (place.holds === 'terms') {
      const { start, end, id } = place
      parts.push({ start, end, bytes: sources.terms.get(id ?? '') ?? noTerms, tag: 0 })
      continue
    }
    const part = bytesLeft > 0 ? partOf(bytes, place as MediaPlace, sources) : null
    if (part === null) continue
    parts.push(part)
    bytesLeft -= part.bytes.length
    // The hashes of all parts in one, with the prime of FNV-1a.
    tag = Math.imul(tag ^ part.tag, 0x01000193) >>> 0
  }
  const media = [...sources.completions].flatMap(([id, found]) => (found === null ? [] : [id]))
  if (parts.length === 0) return { content: bytes, tag: null, media }
  return { content: new Patched(bytes, parts), tag: tag.toString(36), media }
}

const noTerms = Buffer.from('{}')

/** The bytes as one buffer. */
export function joined(content: Buffer | Patched): Buffer {
  return content instanceof Patched ? content.joined() : content
}

type MediaPlace = MarkedPlace & { readonly holds: HoldsMedia }

/** The replacement of marked bytes; null: they stay, and mean the same as without marks. */
function partOf(bytes: Buffer, place: MediaPlace, { completions, addresses }: Sources): Part | null {
  const { start, end, id, holds } = place
  // Without an id, the place is the base of an address.
  if (id === null) {
    const shown = addresses.shownBase(bytes.toString('utf8', start, end))
    return shown === null ? null : { start, end, bytes: Buffer.from(shown), tag: hashOf(shown) }
  }
  const completion = completions.get(id)
  const part = completion?.inPlaceOf(bytes, start, end, holds)
  if (completion && part) return { start, end, bytes: part, tag: completion.tag }
  const shown = withShownAddress(bytes.toString('utf8', start, end), addresses)
  return shown === null ? null : { start, end, bytes: Buffer.from(shown), tag: hashOf(shown) }
}

/**
 * The members beside an id without a record, with the current base of an address of this service; null: they stay.
 */
function withShownAddress(members: string, addresses: Sources['addresses']): string | null {
  // Rich text has the address with a mark, fields have it without.
  if (![filePath, markedFilePath].some((path) => members.includes(path))) return null
  const stored = JSON.parse(`{${members}}`) as Data
  const { url } = stored
  const shown = typeof url === 'string' ? addresses.shownAddress(url) : url
  return shown === url ? null : JSON.stringify({ ...stored, url: shown }).slice(1, -1)
}

/**
 * Whether an answer has no references that must be completed. Most answers have none, and need not wait for anything.
 */
export function isComplete(answer: Encoded): boolean {
  return !answer.unpatched.includes(markPart)
}

/** An answer with its references to media completed; the `_rev` of its item follows them. */
export async function completedAnswer(
  context: ReadContext,
  answer: Encoded,
  fillTerms?: FillTerms,
): Promise<Encoded> {
  const { content, tag, media } = await completed(context, answer.enveloped, fillTerms)
  if (tag === null) return answer
  const { ids, linked } = answer
  const whole = new Encoded(content, answer.rev, { ids, linked, media })
  return answer.rev === null ? whole : whole.withRev(`${answer.rev}m${tag}`)
}

/** JSON text with its references to media completed. */
export async function completedText(context: ReadContext, text: string): Promise<string> {
  if (!text.includes(markPart)) return text
  return joined((await completed(context, Buffer.from(text))).content).toString()
}

/** Several JSON texts with their references to media completed, with one look-up. */
export async function completedTexts(context: ReadContext, texts: readonly string[]): Promise<string[]> {
  if (!texts.some((text) => text.includes(markPart))) return [...texts]
  const whole = await completedText(context, `[${texts.join(',')}]`)
  return (JSON.parse(whole) as unknown[]).map((value) => JSON.stringify(value))
}

/** Converts stored data to the form of answers. */
export async function completedData(context: ReadContext, text: string): Promise<Data> {
  return parseData(await completedText(context, text))
}

/** Converts a value from its stored form to the form of answers. */
export async function completedValue<Value>(
  context: ReadContext,
  value: Value,
  holds: HoldsMedia = 'any',
): Promise<Value> {
  const marked = markedText(value, holds)
  if (!marked.includes(markPart)) return value
  return JSON.parse(await completedText(context, marked)) as Value
}
