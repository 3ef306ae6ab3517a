import type { FileHandle } from 'node:fs/promises'

/** Bytes that are read by their position. */
export interface ByteSource {
  readonly size: number
  read(start: number, length: number): Promise<Buffer>
}

export function bytesOfBuffer(buffer: Buffer): ByteSource {
  const read = (start: number, length: number): Promise<Buffer> =>
    Promise.resolve(buffer.subarray(start, start + length))
  return { size: buffer.length, read }
}

/** The bytes of an open file, which the caller closes. */
export async function bytesOfFile(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  const read = async (start: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
  return { size, read }
}
