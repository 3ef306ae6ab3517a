// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** What happens to one of the items of a run, or to the redirects. */
const step = fc.record({
  item: fc.nat(2),
  act: fc.constantFrom(
    'rename',
    'rename',
    'rename',
    'redate',
    'unpublish',
    'publish',
    'trash',
    'restore',
    'delete',
    'redirect',
  ),
  slug: fc.constantFrom('a', 'b', 'c', 'd'),
  day: fc.constantFrom('2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
  to: fc.constantFrom('a', 'b', 'c', 'd'),
  year: fc.constantFrom('2026', '2027'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const paths = ['2026', '2027'].flatMap((year) => ['a', 'b', 'c', 'd'].map((slug) => `/${year}/${slug}`))

/** Which item had which path last, as the answers to the steps say. */
class Model {
  /** path → the item that had it last, or null where a person said something else of it */
  readonly owners = new Map<string, string | null>()
  /** id → address of the items that visitors see */
  readonly live = new Map<string, string>()

  show(id: string, url: string): void {
    this.hide(id)
    this.live.set(id, url)
    this.owners.delete(url)
  }

  hide(id: string): void {
    const url = this.live.get(id)
    if (url !== undefined) this.owners.set(url, id)
    this.live.delete(id)
  }

  remove(id: string): void {
    this.hide(id)
    for (const [path, owner] of this.owners) if (owner === id) this.owners.delete(path)
  }
}

describe.each(engines)('redirects of random changes on %s', (engine) => {
  let service: TestService
  let run = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  const ask = (method: string, path: string, body?: object) =>
    service.ask(method, path, body === undefined ? {} : { body })

  async function removeAll(): Promise<void> {
    for (const { from } of dataOf(await ask('GET', '/redirects?limit=100')).items)
      dataOf(await ask('DELETE', `/redirects?from=${from}`))
  }

  it('every old path of a live item resolves to its address, nothing else does, and there is no chain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const collection = `posts${++run}`
        const fields = [{ slug: 'day', type: 'datetime' }]
        await makeCollection(service, collection, { supports: ['drafts', 'revisions'], fields })
        const root = `/${collection}`
        const urlPattern = `${root}/{day:yyyy}/{slug}`
        dataOf(await ask('PATCH', `/schema/collections/${collection}`, { urlPattern }))
        const model = new Model()
        await removeAll()
        const ids: (string | undefined)[] = []
        for (const one of steps) {
          await perform(one)
          for (const path of paths) await check(`${root}${path}`)
          await checkList()
        }

        async function perform({ item, act, slug, day, to, year }: Step): Promise<void> {
          if (act === 'redirect') return redirect(`${root}/${year}/${slug}`, `${root}/2026/${to}`)
          const id = ids[item]
          const at = `/content/${collection}/${id}`
          if (id === undefined) {
            const body = { data: { day }, slug, status: 'published' }
            const made = await ask('POST', `/content/${collection}`, body)
            if (made.status !== 201) return
            ids[item] = made.body.data.item.id
            return model.show(made.body.data.item.id, made.body.data.item.url)
          }
          if (act === 'delete' || act === 'trash') {
            if ((await ask('DELETE', at)).status === 200) model.hide(id)
            if (act === 'trash' || (await ask('DELETE', `${at}/permanent`)).status !== 200) return
            model.remove(id)
            ids[item] = undefined
            return
          }
          const changes = {
            rename: { slug },
            redate: { data: { day } },
            publish: {},
            unpublish: {},
            restore: {},
          }
          const isSave = act === 'rename' || act === 'redate'
          if (isSave && (await ask('PUT', at, changes[act])).status !== 200) return
          // A draft of an item that is off the site waits, as its editors left it.
          if (isSave && !model.live.has(id)) return
          const answer = await ask('POST', `${at}/${isSave ? 'publish' : act}`, {})
          if (answer.status !== 200) return
          const { status, url } = answer.body.data.item
          if (status === 'published') model.show(id, url)
          else model.hide(id)
        }

        async function redirect(from: string, to: string): Promise<void> {
          if ((await ask('POST', '/redirects', { from, to })).status !== 201) return
          const shown = [...model.live].find(([, url]) => url === to)?.[0]
          model.owners.set(from, shown ?? model.owners.get(to) ?? null)
        }

        async function checkList(): Promise<void> {
          const { items } = dataOf(await ask('GET', '/redirects?limit=100'))
          const shown = new Set(model.live.values())
          expect(items.filter(({ from }: { from: string }) => shown.has(from))).toEqual([])
        }

        async function check(path: string): Promise<void> {
          const answer = await ask('GET', `/redirects/resolve?path=${path}`)
          const to = answer.status === 404 ? null : (dataOf(answer).item.to as string)
          if (to !== null) {
            expect(to).not.toBe(path)
            expect((await ask('GET', `/redirects/resolve?path=${to}`)).status).toBe(404)
          }
          const owner = model.owners.get(path)
          if ([...model.live.values()].includes(path)) expect(to).toBeNull()
          else if (owner !== null)
            expect(to).toBe(owner === undefined ? null : (model.live.get(owner) ?? null))
        }
      }),
      { numRuns: 15 },
    )
  })
})
