// @module-tag long
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'
import { expectWhole, lookInto } from './inspection.ts'
import { type Fact, Ledger } from './ledger.ts'
import { makeSite, type Running, type Site } from './service-process.ts'

const rounds = 3
const writers = 8

describe.each(engines)('a service that is killed while it writes, on %s', (engine) => {
  let site: Site

  beforeAll(async () => {
    site = await makeSite(engine)
  })
  afterAll(() => site.remove())

  it('has all that it acknowledged, and nothing half', async () => {
    const ledger = new Ledger()
    let service = await site.start()
    await prepare(service)
    for (let round = 1; round <= rounds; round++) {
      const before = ledger.acknowledged
      const work = [
        ...Array.from({ length: writers }, () => ledger.write(service)),
        ledger.changeSchema(service),
      ]
      await vi.waitFor(
        () => expect(ledger.acknowledged - before + ledger.complaints.length).toBeGreaterThan(40),
        { timeout: 2 * patience, interval: 5 },
      )
      // The moment is what is tried out: each round another one.
      await delay(Math.random() * 300)
      service.kill('SIGKILL')
      await Promise.all([...work, service.ended])
      expect(ledger.complaints).toEqual([])
      service = await site.start()
      await compare(ledger, site, service)
    }
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(ledger.items.size).toBeGreaterThan(10 * rounds)
  })
})

async function prepare(service: Running): Promise<void> {
  const made = [
    await service.ask('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }),
    await service.ask('POST', '/schema/collections/posts/fields', {
      slug: 'title',
      label: 'Title',
      type: 'string',
    }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
}

/** Compares the book with what a new life of the service shows; what was open is settled by what is found. */
async function compare(ledger: Ledger, site: Site, service: Running): Promise<void> {
  const look = await lookInto(site)
  try {
    await expectWhole(look)
    const found = await allItems(service)
    const counts = await look.rows('SELECT entry_id, count(*) AS n FROM revisions GROUP BY entry_id')
    const revisions = new Map(counts.map((row) => [String(row['entry_id']), Number(row['n'])]))
    const facts = new Map([...found].map(([id, item]) => [id, factOf(item, revisions.get(id) ?? 0)]))
    expect([...revisions.keys()].filter((id) => !facts.has(id))).toEqual([])
    settleItems(ledger, facts)
    await settleNames(ledger, service)
  } finally {
    await look.close()
  }
}

interface Item {
  id: string
  data: Record<string, string>
  status: 'draft' | 'published'
  hasPendingDraft: boolean
  deletedAt?: string
}

async function allItems(service: Running): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  for (const path of ['/content/posts', '/content/posts/trash']) {
    for (let cursor = ''; ;) {
      const { status, body } = await service.ask(
        'GET',
        `${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      expect(status).toBe(200)
      for (const item of body.data.items as Item[]) items.set(item.id, item)
      if (body.data.nextCursor === undefined) break
      cursor = body.data.nextCursor
    }
  }
  return items
}

function factOf({ data, status, hasPendingDraft, deletedAt }: Item, revisions: number): Fact {
  return {
    title: data['title'] ?? '',
    status,
    hasPendingDraft,
    isTrashed: deletedAt !== undefined,
    revisions,
  }
}

function settleItems(ledger: Ledger, facts: ReadonlyMap<string, Fact>): void {
  for (const [id, entry] of ledger.items) {
    const fact = facts.get(id)
    const isOpenOne = entry.open !== null && JSON.stringify(fact) === JSON.stringify(entry.open)
    if (!isOpenOne) expect({ id, fact }).toEqual({ id, fact: entry.acknowledged })
    Object.assign(entry, { acknowledged: fact, open: null })
  }
  for (const [id, fact] of facts) {
    if (ledger.items.has(id)) continue
    expect([id, ledger.openTitles.has(fact.title), fact.revisions]).toEqual([id, true, 1])
    ledger.items.set(id, { acknowledged: fact, open: null })
  }
}

async function settleNames(ledger: Ledger, service: Running): Promise<void> {
  const fields = (await service.ask('GET', '/schema/collections/posts/fields')).body.data.items
  const collections = (await service.ask('GET', '/schema/collections')).body.data.items
  const found = new Set([...fields, ...collections].map(({ slug }: { slug: string }) => slug))
  for (const [name, isThere] of ledger.names) {
    if (isThere !== undefined) expect([name, found.has(name)]).toEqual([name, isThere])
    ledger.names.set(name, found.has(name))
  }
}
