// @module-tag long
import type { Event } from '@octavo/contract/operations/events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'
import { type Answer, makeSite, type Running, type Site } from './service-process.ts'

/** `npm run soak -- --loader` runs the long form, with 10,000. */
const edits = Number(process.env['OCTAVO_TEST_EDITS'] ?? 240)
const editsPerKill = Math.max(60, edits / 20)

/** milliseconds that an edit takes at most on average, on a busy machine too */
const timeOfEdit = 100

interface Item {
  readonly id: string
  readonly slug: string
}

/** A program that keeps a copy of a collection: it reads events by cursor, and fetches the items that they name. */
class Loader {
  readonly copy = new Map<string, unknown>()
  readonly events: Event[] = []
  #cursor: string | null = null

  /** Takes one page; false when there was nothing. Throws when the service is gone: the page is taken again. */
  async step(service: Running): Promise<boolean> {
    const after = this.#cursor === null ? '' : `&after=${encodeURIComponent(this.#cursor)}`
    const { items, nextCursor } = okay(await service.ask('GET', `/events?collections=posts&limit=20${after}`))
    const changed = new Set((items as Event[]).flatMap(({ itemId }) => (itemId === null ? [] : [itemId])))
    for (const id of changed) {
      const answer = await service.ask('GET', `/content/posts/${id}`)
      if (answer.status === 404) this.copy.delete(id)
      else this.copy.set(id, okay(answer).item)
    }
    this.events.push(...items)
    this.#cursor = nextCursor
    return items.length > 0
  }
}

function okay({ status, body }: Answer): Answer['body'] {
  if (status >= 500) throw new Error(JSON.stringify(body))
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.data
}

describe.each(engines)('a copy that follows the events while nodes are killed, on %s', (engine) => {
  let site: Site
  const nodes: Running[] = []
  let count = 0

  beforeAll(async () => {
    site = await makeSite(engine)
    nodes.push(await site.start())
    if (engine === 'postgres') nodes.push(await site.start())
    const fields = ['title', 'code'].map((slug) => ({
      slug,
      label: slug,
      type: 'string',
      unique: slug === 'code',
    }))
    okay(await any().ask('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }))
    for (const field of fields) okay(await any().ask('POST', '/schema/collections/posts/fields', field))
    // Reads follow a change of the content model by another process within a second (docs/scaling.md).
    for (const node of nodes)
      await vi.waitFor(
        async () => {
          const { item } = okay(await node.ask('GET', '/schema/collections/posts?includeFields=true'))
          expect(item.fields).toHaveLength(fields.length)
        },
        { timeout: patience, interval: 50 },
      )
  })
  afterAll(() => site.remove())

  const any = (): Running => nodes[Math.floor(Math.random() * nodes.length)] as Running

  async function all(path: string): Promise<Item[]> {
    const items: Item[] = []
    for (let cursor = ''; ;) {
      const page = okay(await any().ask('GET', `${path}?limit=100${cursor}`))
      items.push(...page.items)
      if (page.nextCursor === undefined) return items
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
  }

  /** Changes something, or is refused. The node may die before it answers. */
  async function edit(ids: string[]): Promise<void> {
    const number = ++count
    const id = ids[Math.floor(Math.random() * ids.length)]
    const path = `/content/posts/${id}`
    const title = `Title ${number}`
    const kinds = [
      'create',
      'save',
      'save',
      'publish',
      'unpublish',
      'rename',
      'trash',
      'restore',
      'remove',
      'refused',
    ]
    const kind =
      id === undefined ? 'create' : kinds[number % 7 === 0 ? 0 : Math.floor(Math.random() * kinds.length)]
    const node = any()
    const sent = (): Promise<Answer> => {
      switch (kind) {
        case 'create':
          return node.ask('POST', '/content/posts', {
            data: { title, code: `c${number}` },
            slug: `s-${number}`,
          })
        case 'save':
          return node.ask('PUT', path, { data: { title } })
        case 'rename':
          return node.ask('PUT', path, { slug: `s-${number}`, status: 'published' })
        case 'trash':
          return node.ask('DELETE', path)
        case 'remove':
          return node.ask('DELETE', `${path}/permanent`)
        case 'refused':
          // The transaction has begun to write when it is refused.
          return node.ask('POST', '/content/posts', {
            data: { title, code: 'taken' },
            slug: `refused-${number}`,
          })
        default:
          return node.ask('POST', `${path}/${kind}`, {})
      }
    }
    const answer = await sent().catch(() => null)
    if (answer === null) return
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    if (kind === 'refused') expect(answer.status).toBe(409)
    if (kind === 'create') ids.push(okay(answer).item.id)
  }

  async function killOne(): Promise<void> {
    const at = Math.floor(Math.random() * nodes.length)
    const victim = nodes[at] as Running
    victim.kill('SIGKILL')
    await victim.ended
    nodes[at] = await site.start()
  }

  it(
    `equals a full fetch after ${edits} edits, and has no event of a change that was rolled back`,
    async () => {
      const made: string[] = []
      const taken = { data: { title: 'First', code: 'taken' }, slug: 's-0' }
      // It is never edited, so that its code stays taken.
      okay(await any().ask('POST', '/content/posts', taken))
      const loader = new Loader()
      const editing = new AbortController()
      const loading = (async () => {
        while (!editing.signal.aborted) await loader.step(any()).catch(() => undefined)
      })()
      for (let round = 0; round < edits / editsPerKill; round++) {
        const batch = async (): Promise<void> => {
          for (let index = 0; index < editsPerKill / 3; index++) await edit(made)
        }
        const killAt = count + editsPerKill / 2
        const writing = [batch(), batch(), batch()]
        await vi.waitFor(() => expect(count).toBeGreaterThan(killAt), {
          timeout: patience + timeOfEdit * editsPerKill,
          interval: 2,
        })
        await killOne()
        await Promise.all(writing)
      }
      editing.abort()
      await loading
      // On PostgreSQL an event can be read when all earlier transactions have ended.
      await vi.waitFor(
        async () => {
          while (await loader.step(any()));
          const there = await all('/content/posts')
          const sorted = (items: Iterable<unknown>): unknown[] =>
            [...items].toSorted((a, b) => ((a as Item).id < (b as Item).id ? -1 : 1))
          expect(sorted(loader.copy.values())).toEqual(sorted(there))
        },
        { timeout: 2 * patience, interval: 200 },
      )
      expect(loader.events.filter(({ slug }) => slug?.startsWith('refused-'))).toEqual([])
      const removed = loader.events.filter(({ type }) => type === 'content.permanentlyDeleted')
      const known = [...(await all('/content/posts')), ...(await all('/content/posts/trash'))].map(
        ({ id }) => id,
      )
      const real = new Set([...known, ...removed.map(({ itemId }) => itemId)])
      const created = loader.events.filter(({ type }) => type === 'content.created')
      expect(created.filter(({ itemId }) => !real.has(itemId ?? ''))).toEqual([])
      const ids = loader.events.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
    180_000 + timeOfEdit * edits,
  )
})
