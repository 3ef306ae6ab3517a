import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import { engines } from '../setup/service.ts'

const lists = 24
const textLength = 30_000

/** The body of an answer that the client begins to read late. */
async function readLate({ baseUrl, token }: ListeningService, path: string, wait: number): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.pause()
  socket.write(
    `GET /_cms/api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  )
  await delay(wait)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const whole = Buffer.concat(chunks).toString()
  return whole.slice(whole.indexOf('\r\n\r\n') + 4)
}

describe.each(engines)('long answers with media under way on %s', (engine) => {
  let service: ListeningService

  beforeAll(async () => {
    service = await startListening(engine)
    const media = {
      filename: 'a.png',
      storageKey: 'a.png',
      mimeType: 'image/png',
      size: 5,
      alt: 'Of the record',
    }
    const { id } = dataOf(await service.ask('POST', '/media', { body: media }), 201).item
    for (let list = 0; list < lists; list++) {
      const collection = `list${list}`
      await makeCollection(service, collection, {
        supports: ['drafts'],
        fields: [
          { slug: 'cover', type: 'image' },
          { slug: 'words', type: 'text' },
        ],
      })
      const data = { cover: { id }, words: `${list} `.repeat(textLength) }
      for (let item = 0; item < 6; item++)
        dataOf(
          await service.ask('POST', `/content/${collection}`, { body: { data, status: 'published' } }),
          201,
        )
    }
  })
  afterAll(() => service.close())

  it('are not changed by answers that are sent meanwhile', async () => {
    const paths = Array.from({ length: lists }, (_, list) => `/content/list${list}?limit=6`)
    const expected: string[] = []
    for (const path of paths) expected.push((await service.ask('GET', path)).text)
    const slow = paths.map((path, index) => readLate(service, path, 300 + index * 40))
    await delay(100)
    // Those that are broken off must not disturb the others either.
    const headers = { authorization: `Bearer ${service.token}` }
    // Those that are broken off must not disturb the others either.
    for (const path of paths) {
      const broken = new AbortController()
      const { signal } = broken
      const request = fetch(`${service.baseUrl}/_cms/api${path}`, { headers, signal }).catch(() => null)
      await delay(5)
      broken.abort()
      await request
    }
    for (let round = 0; round < 3; round++) {
      const quick = paths.map(async (path) =>
        (await fetch(`${service.baseUrl}/_cms/api${path}`, { headers })).text(),
      )
      expect((await Promise.all(quick)).map((text, index) => text === expected[index])).toEqual(
        paths.map(() => true),
      )
    }
    const answers = await Promise.all(slow)
    for (const [index, answer] of answers.entries())
      expect(answer === expected[index], paths[index]).toBe(true)
    expect(expected[0]).toContain('"alt":"Of the record"')
  })
})
