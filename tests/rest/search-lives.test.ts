import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome } from '../setup/answers.ts'
import { makeSearchable, results } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const texts = ['apple', 'banana', 'apple banana', 'banana apple', 'cherry', 'リンゴ', 'Äpfel und Birnen', '']
const queries = [
  'apple',
  '"apple banana"',
  'apple banana',
  'cher*',
  'リンゴ',
  'apfel',
  'birnen und',
  'durian',
] as const

/** What each query finds, said anew in the simplest way. */
const finds: Record<(typeof queries)[number], (text: string) => boolean> = {
  apple: (text) => text.split(' ').includes('apple'),
  '"apple banana"': (text) => text.includes('apple banana'),
  'apple banana': (text) => text.includes('apple') && text.includes('banana'),
  'cher*': (text) => text === 'cherry',
  リンゴ: (text) => text === 'リンゴ',
  apfel: (text) => text === 'Äpfel und Birnen',
  'birnen und': (text) => text === 'Äpfel und Birnen',
  durian: () => false,
}

const text = fc.constantFrom(...texts)
const at = fc.nat(5)

type Step =
  | { do: 'create'; text: string; isPublished: boolean }
  | { do: 'save'; at: number; text: string; isPublished: boolean }
  | { do: 'publish' | 'unpublish' | 'discard-draft' | 'trash' | 'restore' | 'permanent'; at: number }
  | { do: 'searchable'; isOn: boolean }
  | { do: 'supports'; isOn: boolean }
  | { do: 'rebuild' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create' as const), text, isPublished: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('save' as const), at, text, isPublished: fc.boolean() }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'publish' as const,
        'unpublish' as const,
        'discard-draft' as const,
        'trash' as const,
        'restore' as const,
        'permanent' as const,
      ),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('searchable' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('supports' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'rebuild' as const }) },
)

describe.each(engines)('after any life on %s', (engine) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startService(engine)
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  let count = 0

  it.each([[['drafts', 'revisions']], [[]]])(
    'searches find what visitors and editors see: %j',
    { tags: 'long' },
    async (supports) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
          const collection = `life${++count}`
          await makeSearchable(service, collection, [...supports, 'search'])
          const world = { collection, supports, ids: [] as string[], isSearchable: true, isSupported: true }
          for (const one of steps) await run(world, one)
          await check(world)
        }),
        { numRuns: 12 },
      )
    },
  )

  interface World {
    collection: string
    supports: readonly string[]
    ids: string[]
    isSearchable: boolean
    isSupported: boolean
  }

  async function run(world: World, one: Step): Promise<void> {
    const { collection, supports, ids } = world
    const path = `/content/${collection}`
    const schema = `/schema/collections/${collection}`
    if (one.do === 'create') {
      const body = { data: { text: one.text }, status: one.isPublished ? 'published' : 'draft' }
      ids.push((await service.ask('POST', path, { body })).body.data.item.id)
    } else if (one.do === 'searchable') {
      world.isSearchable = one.isOn
      await expectDone(service.ask('PATCH', `${schema}/fields/text`, { body: { searchable: one.isOn } }))
    } else if (one.do === 'supports') {
      world.isSupported = one.isOn
      const body = { supports: one.isOn ? [...supports, 'search'] : supports }
      await expectDone(service.ask('PATCH', schema, { body }))
    } else if (one.do === 'rebuild') {
      await expectDone(service.ask('POST', '/search/rebuild'))
    } else {
      const item = `${path}/${ids[one.at % Math.max(1, ids.length)] ?? 'none'}`
      // Some of these are refused: then nothing has changed.
      if (one.do === 'save')
        await service.ask('PUT', item, {
          body: { data: { text: one.text }, ...(one.isPublished && { status: 'published' }) },
        })
      else if (one.do === 'trash') await service.ask('DELETE', item)
      else if (one.do === 'permanent') await service.ask('DELETE', `${item}/permanent`)
      else await service.ask('POST', `${item}/${one.do}`, { body: {} })
    }
  }

  async function expectDone(answer: ReturnType<TestService['ask']>): Promise<void> {
    expect(outcome(await answer)).toBe('200')
  }

  /** Compares with what visitors and editors read item by item. */
  async function check({ collection, ids, isSearchable, isSupported }: World): Promise<void> {
    const live = new Map<string, string>()
    const drafts = new Map<string, string>()
    for (const id of ids) {
      const path = `/content/${collection}/${id}`
      const seen = await service.ask('GET', path, { token: reader })
      if (seen.status === 200) live.set(id, seen.body.data.item.data.text ?? '')
      const edited = await service.ask('GET', path)
      if (edited.status !== 200) continue
      const { item } = edited.body.data
      if (item.status !== 'published' || item.hasPendingDraft) drafts.set(id, item.data.text ?? '')
    }
    for (const [status, shown] of [
      ['published', live],
      ['draft', drafts],
    ] as const) {
      for (const q of queries) {
        const expected = isSearchable && isSupported ? [...shown].filter(([, value]) => finds[q](value)) : []
        // Other lives are over, but their items are still there.
        const all = await results(service, q, { status, limit: 100 })
        const found = all.filter((hit) => hit.collection === collection)
        expect([q, status, found.map(({ id }) => id).toSorted()]).toEqual([
          q,
          status,
          expected.map(([id]) => id).toSorted(),
        ])
      }
    }
    const { collections } = (await service.ask('GET', '/search/stats')).body.data
    expect(collections[collection]?.indexed).toBe(isSupported ? live.size : undefined)
    await service.ask('DELETE', `/schema/collections/${collection}?force=true`)
  }
})
