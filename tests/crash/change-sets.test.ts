// @module-tag long
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Any } from '../setup/json.ts'
import { engines } from '../setup/service.ts'
import { makeSite, type Running, type Site } from './service-process.ts'

const rounds = 4
/** further rounds, where no kill has come before the commit: a busy machine can delay a kill */
const furtherRounds = 6
const items = 60

describe.each(engines)('a service that is killed while it applies a change-set, on %s', (engine) => {
  let site: Site
  let service: Running

  beforeAll(async () => {
    site = await makeSite(engine)
    service = await site.start({ OCTAVO_RATE_LIMIT: 'off' })
    await write('POST', '/schema/collections', { slug: 'posts', label: 'Posts', supports: ['drafts'] })
    const field = { slug: 'title', label: 'Title', type: 'string' }
    await write('POST', '/schema/collections/posts/fields', field)
  })
  afterAll(() => site.remove())

  async function write(method: string, path: string, body: object): Promise<Any> {
    const answer = await service.ask(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data.item
  }

  async function titles(): Promise<string[]> {
    const { body } = await service.ask('GET', '/content/posts?limit=100&view=live')
    return body.data.items.map(({ data }: Any) => data.title)
  }

  it('has applied all of it or nothing, and the set says which', async () => {
    const ids: string[] = []
    for (let index = 0; index < items; index++)
      ids.push((await write('POST', '/content/posts', { data: { title: 'Old' }, status: 'published' })).id)
    const outcomes: string[] = []
    const isWanted = (round: number): boolean =>
      round <= rounds || (!outcomes.includes('open') && round <= rounds + furtherRounds)
    for (let round = 1; isWanted(round); round++) {
      const before = [...new Set(await titles())]
      const after = `New ${round}`
      const changeSet = (await write('POST', '/change-sets', { name: after })).id
      for (const id of ids)
        await write('PUT', `/content/posts/${id}`, { data: { title: after }, status: 'published', changeSet })
      const applying = service.ask('POST', `/change-sets/${changeSet}/apply`, {}).then(
        ({ status }) => status,
        () => null,
      )
      // The moment is what is tried out: early in the first round and the further ones, later in each between.
      await delay((round <= rounds ? round - 1 : 0) * 30 + Math.random() * 5)
      service.kill('SIGKILL')
      const [status] = await Promise.all([applying, service.ended])
      service = await site.start({ OCTAVO_RATE_LIMIT: 'off' })
      const { state } = (await service.ask('GET', `/change-sets/${changeSet}`)).body.data.item
      const found = [...new Set(await titles())]
      expect(found).toEqual(state === 'applied' ? [after] : before)
      if (status !== null) expect([status, state]).toEqual([200, 'applied'])
      if (state !== 'applied') {
        expect(state).toBe('open')
        await write('POST', `/change-sets/${changeSet}/apply`, {})
        expect([...new Set(await titles())]).toEqual([after])
      }
      outcomes.push(state)
    }
    expect(outcomes).toContain('open')
  })
})
