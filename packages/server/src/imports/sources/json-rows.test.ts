import { describe, expect, it } from 'vitest'
import { type ByteSource, bytesOfBuffer } from './byte-source.ts'
import { findRows } from './json-rows.ts'

const isRow = (path: string): boolean => /^(?:meta|data\/\w+\/\*)$/.test(path)

/** The rows of a text with their paths, and the most bytes that were read at once. */
async function rowsOf(text: string): Promise<[path: string, row: unknown][]> {
  const bytes = Buffer.from(text)
  const rows: [string, unknown][] = []
  for await (const { path, start, end } of findRows(bytesOfBuffer(bytes), isRow))
    rows.push([path, JSON.parse(bytes.subarray(start, end).toString())])
  return rows
}

describe('rows of JSON', () => {
  it('are found by their paths, whatever their texts and names are', async () => {
    const meta = { version: '5', data: { posts: [{ inner: true }] } }
    const posts = [
      { 'a "quoted" {name}': 'b \\ } ] "' },
      { data: { posts: [{ deeper: 1 }] } },
      { ü: '\u2028 {' },
    ]
    const text = `\uFEFF ${JSON.stringify({ meta, other: [{ x: 1 }], data: { posts, tags: [] } }, null, 1)}\n`
    expect(await rowsOf(text)).toEqual([
      ['meta', meta],
      ...posts.map((post) => ['data/posts/*', post] as const),
    ])
  })

  it('are found across the borders of what is read at once', async () => {
    const posts = Array.from({ length: 50 }, (_, id) => ({ id, text: '\\"{['.repeat(3000 + id) }))
    const rows = await rowsOf(JSON.stringify({ data: { posts } }))
    expect(rows).toEqual(posts.map((post) => ['data/posts/*', post]))
  })

  it('need no memory for rows that are not wanted', async () => {
    const row = Buffer.from(`{"text":"${'x'.repeat(1000)}"},`)
    const [head, tail] = [Buffer.from('{"data":{"posts":[{"id":1}]},"rest":['), Buffer.from('{}]}')]
    const count = 100_000
    const size = head.length + row.length * count + tail.length
    const most = { length: 0 }
    const source: ByteSource = {
      size,
      read: (start, length) => {
        most.length = Math.max(most.length, length)
        return Promise.resolve(pieceOf(start, Math.min(length, size - start)))
      },
    }
    const pieceOf = (start: number, length: number): Buffer => {
      const piece = Buffer.alloc(length)
      for (let at = 0; at < length; at++) {
        const place = start + at
        const inner = place - head.length
        piece[at] =
          (inner < 0
            ? head[place]
            : inner < row.length * count
              ? row[inner % row.length]
              : tail[inner - row.length * count]) ?? 0
      }
      return piece
    }
    const paths: string[] = []
    for await (const { path } of findRows(source, isRow)) paths.push(path)
    expect(paths).toEqual(['data/posts/*'])
    expect(most.length).toBeLessThan(1_000_000)
  })

  it.each([
    ['{"data":{"posts":[{"id":1},{"id', /ends within data\/posts\/\*/],
    ['{"data":{"posts":[{"id":1}]', /ends within data/],
    ['{"da', /ends within its first object/],
    ['{"data":[}', /closes what is not open/],
    ['['.repeat(2000), /deeper than 1000 levels/],
  ])('of %s say what is wrong', async (text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message)
  })
})
