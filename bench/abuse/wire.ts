import type { AbuseRequest } from './attack.ts'

/** A request as bytes. */
export function bytesOf({ method, path, headers = {}, body, chunkBytes }: AbuseRequest): Buffer {
  const bytes = Buffer.from(body ?? '')
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  if (chunkBytes !== undefined) lines.push('transfer-encoding: chunked')
  else if (body !== undefined) lines.push(`content-length: ${bytes.length}`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  if (chunkBytes === undefined) return Buffer.concat([head, bytes])
  return Buffer.concat([head, chunksOf(bytes, chunkBytes), Buffer.from('0\r\n\r\n')])
}

/** Bytes as chunks, without the one that ends the body. */
export function chunksOf(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat(parts)
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Counts the answers that come over one connection, and reports the status of each. */
export class AnswerReader {
  readonly #answered: (status: number) => void
  #head = Buffer.alloc(0)
  /** bytes of the present body that are still to come; null in a head, -1 in a body of chunks */
  #left: number | null = null
  #tail = Buffer.alloc(0)
  #status = 0

  constructor(answered: (status: number) => void) {
    this.#answered = answered
  }

  take(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      if (this.#left === null) rest = this.#takeHead(rest)
      else if (this.#left < 0) rest = this.#takeChunks(rest)
      else rest = this.#takeBody(rest, this.#left)
    }
  }

  #takeHead(bytes: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, bytes])
    const end = this.#head.indexOf(headEnd)
    if (end === -1) return Buffer.alloc(0)
    const head = this.#head.subarray(0, end).toString('latin1').toLowerCase()
    const rest = this.#head.subarray(end + headEnd.length)
    this.#head = Buffer.alloc(0)
    this.#status = Number(head.slice(9, 12))
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    if (head.includes('\r\ntransfer-encoding: chunked')) this.#left = -1
    else this.#takeBody(rest.subarray(0, 0), this.#status === 304 || this.#status === 204 ? 0 : length)
    return rest
  }

  #takeBody(bytes: Buffer, left: number): Buffer {
    this.#left = left - Math.min(left, bytes.length)
    if (this.#left === 0) this.#end()
    return bytes.subarray(Math.min(left, bytes.length))
  }

  /** Bodies of chunks end with an empty one. */
  #takeChunks(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#tail, bytes])
    const end = all.indexOf(lastChunk)
    if (end === -1) {
      this.#tail = Buffer.from(all.subarray(-lastChunk.length))
      return Buffer.alloc(0)
    }
    this.#tail = Buffer.alloc(0)
    this.#end()
    return all.subarray(end + lastChunk.length)
  }

  #end(): void {
    this.#left = null
    if (this.#status >= 200) this.#answered(this.#status)
  }
}
