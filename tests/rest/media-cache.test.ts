// @module-tag long
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const megabyte = 1024 * 1024

/** What a process keeps of media between answers. */
describe.each(engines)('known media on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: [],
      fields: [{ slug: 'body', type: 'portableText' }],
    })
  })
  afterAll(() => service.close())

  const record = async (): Promise<string> => {
    const filename = `k${++count}.png`
    const body = { filename, storageKey: filename, mimeType: 'image/png', size: 5, width: 40, height: 30 }
    return dataOf(await service.ask('POST', '/media', { body }), 201).item.id
  }
  const create = async (body: object[]): Promise<string> =>
    dataOf(await service.ask('POST', '/content/posts', { body: { data: { body } } }), 201).item.id
  const read = (id: string) => service.ask('GET', `/content/posts/${id}`)

  it('take a bounded part of the memory, however long the texts of items are', async () => {
    const items: string[] = []
    for (let index = 0; index < 50; index++) {
      const id = await record()
      const pictures = Array.from({ length: 9 }, (_, part) => ({
        _type: 'image',
        id,
        alt: String(part).repeat(100_000),
      }))
      items.push(await create(pictures))
    }
    const before = await heldBytes()
    for (const id of items) dataOf(await read(id))
    // A read after a change drops what reads have kept on SQLite.
    dataOf(await read(await create([])))
    // All together would take 90 MB.
    expect((await heldBytes()) - before).toBeLessThan(50 * megabyte)
  })

  it('are looked up again after ten seconds by work that no request asks for', async () => {
    const id = await record()
    const item = await create([{ _type: 'image', id }])
    dataOf(await read(item))
    const { mediaCache } = service.services
    expect(mediaCache.get(id)).toBeDefined()
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 10_001)
    expect(mediaCache.get(id)).toBeUndefined()
    clock.mockRestore()
  })
})

/** The bytes of all buffers that are still in use. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().arrayBuffers
}
