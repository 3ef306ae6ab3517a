import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * The first byte of all compressed texts. It stands for the method and the dictionary; a change of them needs another.
 */
const formatByte = 1

/**
 * What texts of the history have in common, the most frequent last. It must never change: without the same dictionary
 * nothing that was compressed with it can be read.
 */
const dictionary = Buffer.from(
  [
    '"termIds":"","hasPendingDraft":true,"draftSlug":"","deletedAt":"20","scheduledAt":"20","unpublishAt":"20","translationOf":"01',
    '"data.image":{"media":{"_type":"image","id":"01","url":"/_cms/media/file/","alt":"","caption":"","width":,"height":}',
    '"_type":"gallery","items":[{"_type":"table","rows":[{"cells":[{"_type":"code","language":"","code":"","_type":"quote","text":"',
    '"data.name":"","data.summary":"","data.description":"","data.date":"20","data.tags":["data.featured":true,"data.order":0',
    '"name":"","summary":"","description":"","date":"20","image":"","url":"https://www.","tags":["category":"","author":"","false,"true,"null,',
    ' the of and to in a is that for with on as are was from have this der die das und ist nicht mit ein',
    '{"slug":"","status":"draft","locale":"de","authorId":"01',
    '{"slug":"","status":"published","locale":"en","authorId":"01","publishedAt":"2026-01-01T00:00:00.000Z","data.title":"',
    '","data.excerpt":{"$cut":"","length":"data.content":{"$cut":"[{\\"data.body":{"$cut":"[{\\"_type\\":\\"block\\",\\"_key\\":\\"\\",\\"style\\":\\"h2\\",',
    '\\"style\\":\\"normal\\",\\"markDefs\\":[],\\"children\\":[{\\"_type\\":\\"span\\",\\"text\\":\\"","length":1},"revisionId":"01',
    '{"title":"","excerpt":"","content":[{"body":[{"_type":"block","_key":"","style":"h3","listItem":"number","level":1,"markDefs":[',
    '{"_type":"link","_key":"","href":"https://"}],"children":[{"_type":"block","_key":"","style":"h2","markDefs":[],"children":[',
    '{"_type":"span","text":"","marks":["em"]},{"_type":"span","text":"","marks":["strong"]},{"_type":"span","text":".","marks":[]}]},',
    '{"_type":"block","_key":"","style":"normal","listItem":"bullet","level":1,"markDefs":[],"children":[{"_type":"span","text":"","marks":[]}]},',
    '{"_type":"block","_key":"","style":"normal","markDefs":[],"children":[{"_type":"span","text":"',
  ].join(''),
)

/** characters from which compressing gains more than it costs */
const shortest = 256

/** bytes from which speed matters more than size */
const long = 16_384

/** A small state and small buffers: making them takes longer than compressing a short text. */
const forShort = { dictionary, level: 3, memLevel: 3, windowBits: 13, chunkSize: 1024 } as const
const forLong = { dictionary, level: 1 } as const

/** A text compressed; null if that would not make it clearly shorter (by a fifth). */
export function compressed(text: string): Buffer | null {
  if (text.length < shortest) return null
  const bytes = Buffer.from(text)
  const deflated = deflateRawSync(bytes, bytes.length < long ? forShort : forLong)
  if (deflated.length > 0.8 * bytes.length) return null
  return Buffer.concat([Buffer.of(formatByte), deflated])
}

/** bytes of the longest text that is expanded, so that damaged bytes cannot fill the memory; an item has fewer */
const longestExpanded = 256 * 1024 * 1024

/** The text that was compressed. */
export function expanded(bytes: Uint8Array): string {
  if (bytes[0] !== formatByte) throw new Error(`A stored text has the unknown form ${bytes[0]}.`)
  return inflateRawSync(bytes.subarray(1), {
    dictionary,
    maxOutputLength: longestExpanded,
    // About the size of the text, so that few chunks are made.
    chunkSize: Math.max(1024, 4 * bytes.length),
  }).toString()
}
