import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { withoutMarks } from '@octavo/contract/source-marks'
import { readExport } from './reader.ts'
import type { ExportItem, ExportRecord } from './records.ts'

/**
 * The first line of a prepared file, which has the records of an analyzed export as JSON lines. A run reads them
 * several times, which takes a tenth of the time of parsing XML. The bytes of a file that came with the export follow a
 * line with their length (`{"kind":"bytes"}`), and end with a line end; the record of the file comes after them.
 */
const mark = Buffer.from('octavo export 1\n')

/** characters buffered per write, and bytes per read */
const writtenAtOnce = 256 * 1024
const readAtOnce = 256 * 1024

/** the byte of `\n` */
const lineEnd = 0x0a

/** Writes records while an export is analyzed. */
export class PreparedWriter {
  readonly #file: FileHandle
  #lines: string[] = []
  #length = 0
  #position = mark.length

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Creates the file, which must not exist. */
  static async create(path: string): Promise<PreparedWriter> {
    const file = await open(path, 'wx', 0o600)
    await file.write(mark)
    return new PreparedWriter(file)
  }

  /** Adds a record. Returns a promise if the caller must wait, else undefined. */
  add(record: ExportRecord): Promise<void> | undefined {
    if (record.kind === 'item' && record.data !== undefined) return this.#addFile(record.item, record.data)
    // Preview marks are removed before anything else changes the texts, because a mark that was cut in half could not
    // be recognised.
    const line = withoutMarks(JSON.stringify(record))
    this.#lines.push(line)
    this.#length += line.length
    return this.#length < writtenAtOnce ? undefined : this.#flush()
  }

  /** Writes the bytes of a file before its record, which says where they are. */
  async #addFile(item: ExportItem, data: () => Promise<Buffer>): Promise<void> {
    await this.#flush()
    const bytes = await data()
    const { length } = bytes
    const head = Buffer.from(`${JSON.stringify({ kind: 'bytes', length })}\n`)
    const start = this.#position + head.length
    for (const part of [head, bytes, Buffer.from('\n')]) {
      await this.#file.writeFile(part)
      this.#position += part.length
    }
    await this.add({ kind: 'item', item: { ...item, bytes: { start, length } } })
  }

  async end(): Promise<void> {
    await this.#flush()
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const text = Buffer.from(`${this.#lines.join('\n')}\n`)
    this.#lines = []
    this.#length = 0
    await this.#file.writeFile(text)
    this.#position += text.length
  }
}

/** The records of an export, and how much of the file was read. */
export interface RecordsReading {
  /** the fraction of the file that was read, from 0 to 1 */
  readonly fraction: number
  records(): AsyncGenerator<ExportRecord>
}

/** Reads the records of an analyzed export. Older releases stored the export in its original form, which is XML. */
export function readRecords(path: string): RecordsReading {
  let fraction = 0
  async function* records(): AsyncGenerator<ExportRecord> {
    const { size } = await stat(path)
    if (await isPrepared(path)) {
      yield* readLines(path, (bytes) => (fraction = bytes / size))
      return
    }
    const reading = readExport(path)
    for await (const record of reading.records()) {
      fraction = reading.bytes / size
      yield record
    }
  }
  return {
    get fraction() {
      return fraction
    },
    records,
  }
}

/** Whether a file begins with the mark of prepared files. */
async function isPrepared(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0)
    return mark.equals(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The records in the lines of a prepared file; the bytes of files between them are skipped. */
async function* readLines(
  path: string,
  reportProgress: (bytes: number) => void,
): AsyncGenerator<ExportRecord> {
  const source = createReadStream(path, { start: mark.length, highWaterMark: readAtOnce })
  let bytes = mark.length
  /** parts of a line that continues in the next chunk */
  let lineParts: Buffer[] = []
  /** bytes of a file that are still to be skipped, at the beginning of the next chunk */
  let skipped = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    bytes += piece.length
    reportProgress(bytes)
    let start = Math.min(skipped, piece.length)
    skipped -= start
    for (let end = piece.indexOf(lineEnd, start); end >= 0; end = piece.indexOf(lineEnd, start)) {
      const bytesOfLine = piece.subarray(start, end)
      const line = lineParts.length === 0 ? bytesOfLine : Buffer.concat([...lineParts, bytesOfLine])
      lineParts = []
      start = end + 1
      const record = JSON.parse(line.toString()) as ExportRecord | { kind: 'bytes'; length: number }
      if (record.kind !== 'bytes') yield record
      else {
        // Skips the bytes of a file and the line end after them, which are read by their position.
        const bytesLeft = record.length + 1
        skipped = Math.max(0, bytesLeft - (piece.length - start))
        start = Math.min(piece.length, start + bytesLeft)
      }
    }
    if (start < piece.length) lineParts.push(piece.subarray(start))
  }
}
