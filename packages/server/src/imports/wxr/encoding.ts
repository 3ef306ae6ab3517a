import { MalformedExport } from './malformed.ts'

export interface Decoder {
  /** The text of a chunk, or of what is left at the end (null). `where` is told when the bytes are no text. */
  decode(chunk: Buffer | null, where: () => { line: number; column: number }): string
}

/** A decoder for a file that begins like this: by its byte order mark, else by what the XML declaration says. */
export function decoderFor(head: Buffer): Decoder {
  const name = encodingOf(head)
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(name, { fatal: true })
  } catch {
    throw new MalformedExport(['exportEncoding', { encoding: name.slice(0, 50) }], { line: 1, column: 1 })
  }
  return {
    decode: (chunk, where) => {
      try {
        return decoder.decode(chunk ?? undefined, { stream: chunk !== null })
      } catch {
        throw new MalformedExport(['exportBytes', { encoding: name.toUpperCase() }], where())
      }
    },
  }
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a mark the first sign, `<`, tells.
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/.exec(
    head.subarray(0, 300).toString('latin1'),
  )
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8'
  // It could be read as single bytes: that it is UTF-16 was said of what it was before.
  return /^(utf-16|utf-32|ucs-)/.test(name) ? 'utf-8' : name
}
