// @module-tag long
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import { askPipelined, readBodies } from '../setup/pipelined.ts'
import { type Engine, engines } from '../setup/service.ts'

/** lists of other bytes, each some 900 KB */
const lists = 8
const paths = Array.from({ length: lists }, (_, list) => `/content/list${list}?limit=10`)
const [ofSlow, ofQuick] = [paths.slice(0, 4), paths.slice(4)]

/** together more than the buffers of the system take on both sides of a connection */
const waiting = Array.from({ length: 40 }, (_, index) => ofSlow[index % ofSlow.length] ?? '')

/** Some 90 KB that cannot be made much shorter, so that to compress them takes long. */
function letters(seed: string): string {
  const parts = Array.from({ length: 2050 }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest('base64url'),
  )
  return parts.join(' ')
}

async function fill(service: ListeningService): Promise<void> {
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
        { slug: 'letters', type: 'text', searchable: false },
      ],
    })
    for (let item = 0; item < 10; item++) {
      const data = { cover: { id }, letters: letters(`${list} ${item}`) }
      dataOf(
        await service.ask('POST', `/content/${collection}`, { body: { data, status: 'published' } }),
        201,
      )
    }
  }
}

/** What each path answers when nothing else is sent. */
async function answersOf(service: ListeningService): Promise<Map<string, Buffer>> {
  const answers = new Map<string, Buffer>()
  for (const path of paths) answers.set(path, (await service.ask('GET', path)).bytes)
  for (const answer of answers.values()) {
    expect(answer.length).toBeGreaterThan(850_000)
    expect(answer.length).toBeLessThan(2 ** 20)
    expect(answer.includes('"alt":"Of the record"')).toBe(true)
  }
  return answers
}

describe.each(engines)('long answers with media under way on %s', (engine: Engine) => {
  let service: ListeningService
  let expected: Map<string, Buffer>
  const connections: Socket[] = []

  beforeAll(async () => {
    service = await startListening(engine, { env: { OCTAVO_COMPRESSION: 'on' } })
    service.server.server.on('connection', (socket: Socket) => connections.push(socket))
    await fill(service)
    expected = await answersOf(service)
  })
  afterAll(() => service.close())

  const expectAll = (asked: readonly string[], bodies: readonly Buffer[]): void => {
    const wrong = asked.filter(
      (path, index) => expected.get(path)?.equals(bodies[index] ?? Buffer.of()) !== true,
    )
    expect(bodies).toHaveLength(asked.length)
    expect(wrong).toEqual([])
  }

  /** Reads lists that others do not read, so many at the same time that their compression has to wait. */
  const readQuickly = async (coding: string): Promise<void> => {
    const headers = { authorization: `Bearer ${service.token}`, 'accept-encoding': coding }
    const asked = Array.from({ length: 20 }, () => ofQuick).flat()
    const answers = asked.map(async (path) => {
      const response = await fetch(`${service.baseUrl}/_cms/api${path}`, { headers })
      expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
      return Buffer.from(await response.arrayBuffer())
    })
    expectAll(asked, await Promise.all(answers))
  }

  /** The client, and the service's side of its connection once the system takes no more bytes. */
  const stuck = async (asked: readonly string[]): Promise<{ client: Socket; sent: Socket }> => {
    const client = askPipelined(service, asked)
    await expect
      .poll(() => connections.find(({ remotePort }) => remotePort === client.localPort))
      .toBeDefined()
    const sent = connections.find(({ remotePort }) => remotePort === client.localPort)
    if (sent === undefined) throw new Error('the connection is gone')
    // On a busy machine the service may write nothing for a while without being stuck.
    const isStuck = (before: number, now: number): boolean => before === now && sent.writableLength > 0
    for (let [before, now] = [-1, 0]; !isStuck(before, now); [before, now] = [now, sent.bytesWritten])
      await delay(300)
    expect(sent.writableLength).toBeGreaterThan(0)
    return { client, sent }
  }

  it.each(['identity', 'br', 'gzip'])(
    'are not changed by %s answers that are sent meanwhile',
    async (coding) => {
      const { client, sent } = await stuck(waiting)
      await readQuickly(coding)
      expect(sent.writableLength).toBeGreaterThan(0)
      expectAll(waiting, await readBodies(client))
      expectAll(ofQuick, await readBodies(askPipelined(service, ofQuick)))
    },
  )

  it('are not changed by answers that are broken off', async () => {
    const { client } = await stuck(waiting)
    const others = await Promise.all([stuck(waiting), stuck(waiting)])
    for (const other of others) other.client.destroy()
    for (let round = 0; round < 8; round++) {
      const headers = {
        authorization: `Bearer ${service.token}`,
        'accept-encoding': round % 2 ? 'br' : 'identity',
      }
      const broken = new AbortController()
      const { signal } = broken
      const request = fetch(`${service.baseUrl}/_cms/api${ofQuick[0]}`, { headers, signal }).catch(() => null)
      await delay(round)
      broken.abort()
      await request
    }
    await readQuickly('identity')
    expectAll(waiting, await readBodies(client))
  })

  it('are not changed by requests for their headers alone', async () => {
    const { client } = await stuck(waiting)
    const headers = { authorization: `Bearer ${service.token}` }
    for (const path of ofQuick) await fetch(`${service.baseUrl}/_cms/api${path}`, { method: 'HEAD', headers })
    await readQuickly('identity')
    expectAll(waiting, await readBodies(client))
  })
})
