import { describe, expect, it } from 'vitest'
import { Messages } from './postgres-messages.ts'

function message(code: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(code)
  bytes.writeUInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}

const sent = [
  message('2', ''),
  message('D', 'the first row'),
  message('N', 'a notice'),
  message('D', ''),
  message('D', 'r'.repeat(40)),
  message('C', 'SELECT 3'),
  message('Z', 'I'),
]
const isRow = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 1) === 'D'
const whole = Buffer.concat(sent)

/** Reads what was sent in pieces of one length; gives the rows and what was passed on. */
function readInPieces(length: number, wantsRows: boolean): { rows: string[]; others: string } {
  const rows: string[] = []
  const others: Buffer[] = []
  const taker = {
    takeRow: (bytes: Buffer, start: number, end: number) =>
      void rows.push(bytes.toString('latin1', start, end)),
  }
  const messages = new Messages(
    (bytes) => void others.push(Buffer.from(bytes)),
    () => (wantsRows ? taker : null),
  )
  for (let start = 0; start < whole.length; start += length)
    messages.read(Buffer.from(whole.subarray(start, start + length)))
  return { rows, others: Buffer.concat(others).toString('latin1') }
}

describe('messages of a server', () => {
  const lengths = Array.from({ length: whole.length }, (_, index) => index + 1)

  it('are divided wherever the network cuts them', () => {
    const expected = {
      rows: sent.filter(isRow).map((row) => row.toString('latin1', 5)),
      others: Buffer.concat(sent.filter((one) => !isRow(one))).toString('latin1'),
    }
    for (const length of lengths) expect(readInPieces(length, true), `${length} bytes`).toEqual(expected)
  })

  it('are all passed on where nobody wants rows', () => {
    const expected = { rows: [], others: whole.toString('latin1') }
    for (const length of lengths) expect(readInPieces(length, false), `${length} bytes`).toEqual(expected)
  })
})
