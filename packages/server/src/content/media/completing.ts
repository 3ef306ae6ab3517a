import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { filePath, markedFilePath, markedText, markPart } from '../../core/model/media-marks.ts'
import { Encoded } from '../../platform/encoded.ts'
import { type Completion, hashOf } from './completion.ts'
import { ownFlagsAt } from './own-flags.ts'

/** A place in stored JSON that is completed: a reference, or an address if it has no id. */
interface Place {
  readonly start: number
  readonly end: number
  readonly id: string
  readonly holds: HoldsMedia
  /** null: there is no such item; undefined: it is not looked up yet */
  completion: Completion | null | undefined
}

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, letterI, letterD, four, nine] = ['"', '\\', 'i', 'd', '4', '9'].map(code)
const needle = Buffer.from(markPart)
const idLength = 26
const beforeAddressMark = markedFilePath.indexOf(markPart)

/** The marked place around a part of a mark; null where somebody wrote something like it. */
function placeAt(bytes: Buffer, at: number): Place | null {
  const [before, kind, next] = [bytes[at - 1], bytes[at + 5], bytes[at + 6]]
  if (kind === four && before === letterI) return referenceAt(bytes, at - 2, at + 9, 'file')
  if (kind !== nine) return null
  if (before === quote && next === letterD) return referenceAt(bytes, at - 1, at + 10, 'image')
  if (before === quote && next === backslash) return referenceAt(bytes, at - 1, at + 15, 'any')
  if (before !== letterD) return null
  const start = at - beforeAddressMark
  return { start, end: start + markedFilePath.length, id: '', holds: 'any', completion: null }
}

function referenceAt(bytes: Buffer, start: number, idStart: number, holds: HoldsMedia): Place {
  const id = bytes.toString('latin1', idStart, idStart + idLength)
  return { start, end: idStart + idLength + 1, id, holds, completion: undefined }
}

function placesIn(bytes: Buffer): Place[] {
  const places: Place[] = []
  for (let at = bytes.indexOf(needle); at !== -1;) {
    const place = placeAt(bytes, at)
    if (place !== null) places.push(place)
    at = bytes.indexOf(needle, place === null ? at + needle.length : place.end)
  }
  return places
}

export interface Completed {
  readonly bytes: Buffer
  /** changes with everything that was completed; null: there was nothing to complete */
  readonly tag: string | null
}

/** Stored JSON with its references to media completed by one look-up of those that are not known. */
export async function completed(context: ReadContext, bytes: Buffer): Promise<Completed> {
  const places = placesIn(bytes)
  if (places.length === 0) return { bytes, tag: null }
  const { knownMedia, config } = context.services
  const missing: Place[] = []
  for (const place of places) {
    if (place.completion === undefined) place.completion = knownMedia.get(place.id)
    if (place.completion === undefined) missing.push(place)
  }
  if (missing.length > 0) {
    const found = await knownMedia.find(context, [...new Set(missing.map(({ id }) => id))])
    for (const place of missing) place.completion = found.get(place.id) ?? null
  }
  return assembled(bytes, places, `${config.baseUrl}${filePath}`)
}

function assembled(bytes: Buffer, places: readonly Place[], fileAddress: string): Completed {
  const parts: Buffer[] = []
  let room: number = limits.resolvedMedia
  let from = 0
  let tag = hashOf(fileAddress)
  for (const place of places) {
    const part = partOf(bytes, place, { fileAddress, room })
    parts.push(bytes.subarray(from, place.start), part)
    room -= part.length
    from = place.end
    tag = Math.imul(tag ^ (place.completion?.tag ?? 1), 0x01000193) >>> 0
  }
  parts.push(bytes.subarray(from))
  return { bytes: Buffer.concat(parts), tag: tag.toString(36) }
}

/** What comes in the place of a mark. */
function partOf(
  bytes: Buffer,
  { id, end, holds, completion }: Place,
  { fileAddress, room }: { fileAddress: string; room: number },
): Buffer {
  if (completion && room > 0) return completion.members(holds, ownFlagsAt(bytes, end))
  return Buffer.from(id === '' ? fileAddress : `"id":"${id}"`)
}

/** An answer with its references to media completed; the `_rev` of its item follows them. */
export async function completedAnswer(context: ReadContext, answer: Encoded): Promise<Encoded> {
  const { bytes, tag } = await completed(context, answer.enveloped)
  if (tag === null) return answer
  const whole = new Encoded(bytes, answer.rev, answer.ids)
  return answer.rev === null ? whole : whole.withRev(`${answer.rev}m${tag}`)
}

/** The same of JSON text. */
export async function completedText(context: ReadContext, text: string): Promise<string> {
  if (!text.includes(markPart)) return text
  return (await completed(context, Buffer.from(text))).bytes.toString()
}

/** The same of several texts, with one look-up. */
export async function completedTexts(context: ReadContext, texts: readonly string[]): Promise<string[]> {
  // JSON has no line break that is not escaped.
  return (await completedText(context, texts.join('\n'))).split('\n')
}

/** Stored data as an answer has it. */
export async function completedData(context: ReadContext, text: string): Promise<Data> {
  return parseData(await completedText(context, text))
}

/** A value that is stored as it is, as an answer has it. */
export async function completedValue<Value>(
  context: ReadContext,
  value: Value,
  holds: HoldsMedia = 'any',
): Promise<Value> {
  const marked = markedText(value, holds)
  if (!marked.includes(markPart)) return value
  return JSON.parse(await completedText(context, marked)) as Value
}
