import { MalformedExport } from './malformed.ts'

/** Converts the bytes of a file to text. */
export interface Decoder {
  /**
   * The text of a chunk, or the rest at the end (null). `where` gives the position for the error if the bytes are
   * invalid.
   */
  decode(chunk: Buffer | null, where: () => { line: number; column: number }): string
}

/** A decoder for a file with this beginning, chosen by the byte order mark, else by the XML declaration. */
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

/** The name of the encoding of a file with this beginning. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a byte order mark, the first character `<` shows the encoding.
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/.exec(
    head.subarray(0, 300).toString('latin1'),
  )
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8'
  // The declaration is readable as single bytes, so a declared UTF-16 is wrong: the file was converted.
  return /^(utf-16|utf-32|ucs-)/.test(name) ? 'utf-8' : name
}
