// @module-tag long
import { retention } from '@octavo/server/maintenance/jobs/retention'
import { startRepeating } from '@octavo/server/platform/jobs/repeating'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heard } from '../plugins/every-hook.ts'
import { awaitHooks } from '../setup/hooks.ts'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection, makeItem, type State } from '../setup/content.ts'
import { analyze, execute, exportOf, pretendRunning } from '../setup/exports.ts'
import { isStored } from '../setup/media.ts'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const day = 24 * 60 * 60 * 1000
const plugin = new URL('../plugins/every-hook.ts', import.meta.url).pathname

/**
 * One run of the job, started as the service starts it. On PostgreSQL it leaves a pass to the job of the service itself
 * where that is at work; another run then does what is left.
 */
async function runJob(service: TestService): Promise<void> {
  await runOnce(service)
  if (service.engine !== 'postgres') return
  const ofPasses = 'SELECT name FROM retention_passes FOR UPDATE'
  await service.services.database.transaction('write', (tx) => tx.rows(ofPasses, []))
  await runOnce(service)
}

async function runOnce({ services }: TestService): Promise<void> {
  const job = retention(services)
  const { promise, resolve } = Promise.withResolvers<void>()
  const repeating = startRepeating(services, {
    ...job,
    runsAtStart: true,
    run: (signal, number) => job.run(signal, number).finally(resolve),
  })
  await promise
  await repeating.stop()
}

const later = async (service: TestService, days: number): Promise<void> => {
  service.clock.forward(days * day)
  await runJob(service)
}

const set = async (service: TestService, settings: object): Promise<void> => {
  const none = { keepRevisions: null, keepRevisionDays: null, keepTrashDays: null, keepImportDays: null }
  dataOf(await service.ask('POST', '/settings', { body: { ...none, ...settings } }))
}

interface Revision {
  id: string
  kind: string
  data: { title: string }
}

const history = async (service: TestService, id: string, collection = 'posts'): Promise<Revision[]> =>
  dataOf(await service.ask('GET', `/content/${collection}/${id}/revisions?limit=100`)).items
const titlesOf = (revisions: readonly Revision[]): string[] => revisions.map(({ data }) => data.title)

describe.each(engines)('the settings of retention on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it.each([
    ['keepRevisions', 1, 10_000],
    ['keepRevisionDays', 1, 36_500],
    ['keepTrashDays', 1, 36_500],
    ['keepImportDays', 1, 36_500],
    ['keepEventDays', 1, 36_500],
  ])('%s is from %d to %d, or nothing', async (name, least, most) => {
    const change = (value: unknown) => service.ask('POST', '/settings', { body: { [name]: value } })
    for (const bad of [least - 1, most + 1, 1.5, '7', true, -1])
      expectFailure(await change(bad), '400 VALIDATION_ERROR', name)
    for (const good of [least, most]) expect(dataOf(await change(good))).toMatchObject({ [name]: good })
    expect(dataOf(await change(null))).not.toHaveProperty(name)
    expect(Object.keys(dataOf(await service.ask('GET', '/settings')))).toEqual(['updatedAt'])
  })
})

describe.each(engines)('revisions that are not kept, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'price', type: 'integer', translatable: false },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(service, 'plain', { supports: ['drafts'], fields })
    await makeCollection(service, 'direct', { supports: ['revisions'], fields })
  })
  afterAll(() => service.close())

  const save = async (id: string, title: string, collection = 'posts'): Promise<void> =>
    void dataOf(await service.ask('PUT', `/content/${collection}/${id}`, { body: { data: { title } } }))
  const act = async (id: string, what: string): Promise<void> =>
    void dataOf(await service.ask('POST', `/content/posts/${id}/${what}`, { body: {} }))
  /** An item whose revisions have the titles `First`, and 1 to `count`. */
  const saved = async (count: number, state?: State, collection = 'posts'): Promise<string> => {
    const { id } = await makeItem(service, collection, state === undefined ? {} : { state })
    for (let number = 1; number <= count; number++) await save(id, String(number), collection)
    return id
  }

  it('stay for ever unless the settings say otherwise', async () => {
    await set(service, {})
    const id = await saved(5, 'published')
    await later(service, 3650)
    expect(await history(service, id)).toHaveLength(7)
  })

  it('are those beyond the number, but for the one published last', async () => {
    const draft = await saved(5)
    const published = await saved(5, 'published')
    const taken = await saved(5, 'published')
    await act(taken, 'unpublish')
    const twice = await saved(2, 'published')
    await act(twice, 'publish')
    for (const title of ['3', '4', '5', '6']) await save(twice, title)
    const direct = await saved(5, 'published', 'direct')
    await set(service, { keepRevisions: 3 })
    await later(service, 1)
    expect(titlesOf(await history(service, draft))).toEqual(['5', '4', '3'])
    expect(titlesOf(await history(service, published))).toEqual(['5', '4', '3', 'First'])
    expect(titlesOf(await history(service, taken))).toEqual(['5', '4', '3', 'First'])
    expect(titlesOf(await history(service, twice))).toEqual(['6', '5', '4', '2'])
    expect(titlesOf(await history(service, direct, 'direct'))).toEqual(['5', '4', '3'])
    // What is live and what is pending is whole.
    const reader = await service.person(10, ['content:read'])
    const live = await service.ask('GET', `/content/posts/${published}/revisions`, { token: reader.token })
    expect(titlesOf(dataOf(live).items)).toEqual(['First'])
    const compared = dataOf(await service.ask('GET', `/content/posts/${published}/compare`))
    expect(compared).toMatchObject({ live: { title: 'First' }, draft: { title: '5' } })
    await act(published, 'publish')
    await set(service, { keepRevisions: 1 })
    await later(service, 1)
    expect(titlesOf(await history(service, published))).toEqual(['5'])
    expect(titlesOf(await history(service, taken))).toEqual(['5', 'First'])
  })

  it('are neither the pending draft nor the live version, whatever is newer', async () => {
    const id = await saved(1, 'published')
    // No operation leaves such revisions.
    await service.services.database.transaction('write', async (tx) => {
      for (const kind of ['publish', 'save'])
        await tx.run(
          `INSERT INTO revisions (id, collection_id, entry_id, kind, slug, data, created_at) SELECT ?, collection_id, entry_id, ?, slug, '{"title":"newer"}', created_at FROM revisions WHERE entry_id = ? LIMIT 1`,
          [`7Z${kind.toUpperCase()}${id.slice(0, 24 - kind.length)}`, kind, id],
        )
    })
    await set(service, { keepRevisions: 1 })
    await later(service, 1)
    expect(titlesOf(await history(service, id))).toEqual(['newer', 'newer', '1', 'First'])
    expect(dataOf(await service.ask('GET', `/content/posts/${id}`)).item.data.title).toBe('1')
  })

  it('are no drafts of collections without revisions', async () => {
    const id = await saved(2, 'published', 'plain')
    await set(service, { keepRevisions: 1, keepRevisionDays: 1 })
    await later(service, 40)
    const { item } = dataOf(await service.ask('GET', `/content/plain/${id}`))
    expect(item).toMatchObject({ hasPendingDraft: true, data: { title: '2' } })
  })

  it('go in parts, however many there are, and whoever works on it', async () => {
    await set(service, { keepRevisions: 10 })
    await later(service, 1)
    const ids = [await saved(3), await saved(3)]
    await service.services.database.transaction('write', async (tx) => {
      for (const id of ids)
        for (let count = 0; count < 1300; count++)
          await tx.run(
            `INSERT INTO revisions (id, collection_id, entry_id, kind, slug, data, created_at) SELECT ?, collection_id, entry_id, 'save', slug, data, created_at FROM revisions WHERE entry_id = ? AND id > '01' LIMIT 1`,
            [`00${id.slice(0, 20)}${String(count).padStart(4, '0')}`, id],
          )
    })
    service.clock.forward(day)
    await Promise.all([runJob(service), runJob(service), runJob(service)])
    for (const id of ids) expect(await history(service, id)).toHaveLength(10)
    // Whoever saw that another process was at work is done by the next run.
    expect(await rowsOf(service, `SELECT position FROM retention_passes WHERE position IS NOT NULL`)).toEqual(
      [],
    )
  })

  it('wait for an hour until the next pass', async () => {
    await set(service, { keepRevisions: 1 })
    await later(service, 1)
    const id = await saved(3)
    service.clock.forward(59 * 60_000)
    await runJob(service)
    expect(await history(service, id)).toHaveLength(4)
    service.clock.forward(60_000)
    await runJob(service)
    expect(await history(service, id)).toHaveLength(1)
  })
})

describe.each(engines)('revisions that are too old, on %s', (engine) => {
  it('go, but for the newest and the one published last', async () => {
    const service = await startService(engine)
    try {
      const fields = [{ slug: 'title', type: 'string' }]
      await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
      const saved = async (state: State): Promise<string> => {
        const { id } = await makeItem(service, 'posts', { state })
        for (const title of ['1', '2', '3'])
          dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title } } }))
        return id
      }
      const [draft, published] = [await saved('draft'), await saved('published')]
      await set(service, { keepRevisionDays: 30 })
      await later(service, 29)
      expect(await history(service, draft)).toHaveLength(4)
      await later(service, 2)
      expect(titlesOf(await history(service, draft))).toEqual(['3'])
      expect(titlesOf(await history(service, published))).toEqual(['3', 'First'])
    } finally {
      await service.close()
    }
  })
})

describe.each(engines)('the trash that is emptied, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: plugin } })
    const fields = [{ slug: 'title', type: 'string' }]
    for (const slug of ['posts', 'pages'])
      await makeCollection(service, slug, { supports: ['drafts', 'revisions', 'scheduling'], fields })
  })
  afterAll(() => service.close())

  const trashOf = async (collection: string): Promise<string[]> =>
    dataOf(await service.ask('GET', `/content/${collection}/trash`)).items.map(({ id }: Revision) => id)
  const toTrash = async (collection: string, id: string): Promise<void> =>
    void dataOf(await service.ask('DELETE', `/content/${collection}/${id}`))

  it('keeps everything unless the settings say otherwise', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'trash', slug: 'stays' })
    await set(service, {})
    await later(service, 3650)
    expect(await trashOf('posts')).toEqual([id])
    dataOf(await service.ask('POST', `/content/posts/${id}/restore`, { body: {} }))
  })

  it('loses what is old, with all that belongs to it, as if a person had deleted it', async () => {
    const old = await makeItem(service, 'posts', { state: 'published+draft', slug: 'old' })
    const page = await makeItem(service, 'pages', { state: 'published', slug: 'page' })
    const back = await makeItem(service, 'posts', { state: 'published', slug: 'back' })
    dataOf(await service.ask('POST', '/menus', { body: { name: 'main', label: 'Main' } }), 201)
    const entry = { type: 'post', referenceCollection: 'posts', referenceId: old.id, label: 'Old' }
    dataOf(await service.ask('POST', '/menus/main/items', { body: entry }), 201)
    for (const [collection, { id }] of [
      ['posts', old],
      ['pages', page],
      ['posts', back],
    ] as const)
      await toTrash(collection, id)
    await set(service, { keepTrashDays: 7 })
    await later(service, 6)
    expect(await trashOf('posts')).toHaveLength(2)
    const young = await makeItem(service, 'posts', { state: 'trash', slug: 'young' })
    dataOf(await service.ask('POST', `/content/posts/${back.id}/restore`, { body: {} }))
    await awaitHooks(service)
    heard.length = 0
    await later(service, 2)
    expect([await trashOf('posts'), await trashOf('pages')]).toEqual([[young.id], []])
    expect(dataOf(await service.ask('GET', `/content/posts/${back.id}`)).item.slug).toBe('back')
    expect(await rowsOf(service, `SELECT id FROM revisions WHERE entry_id = '${old.id}'`)).toEqual([])
    expect(dataOf(await service.ask('GET', '/menus/main')).item.items).toEqual([])
    await awaitHooks(service)
    expect(heard.map(({ hook, event, actor }) => [hook, event['slug'], event['isPermanent'], actor])).toEqual(
      expect.arrayContaining([
        ['content:beforeDelete', 'old', true, expect.objectContaining({ userId: null })],
        ['content:afterDelete', 'page', true, expect.objectContaining({ userId: null })],
      ]),
    )
    const { items } = dataOf(await service.ask('GET', `/admin/audit?targetId=${old.id}`))
    expect(items[0]).toMatchObject({
      action: 'content.deletePermanently',
      userId: null,
      interface: 'job',
      before: { slug: 'old' },
      after: null,
    })
  })

  it('keeps what a plugin wants to keep, and the rest does not wait for it', async () => {
    const keeping = (await makeItem(service, 'posts', { slug: 'kept' })).id
    const others = [await makeItem(service, 'posts'), await makeItem(service, 'pages')]
    const table = 'content_posts'
    const at = service.clock.now.toISOString()
    // The plugin would refuse this over REST, too.
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE ${table} SET deleted_at = ?, updated_at = ? WHERE id = ?`, [at, at, keeping]),
    )
    service.clock.forward(1)
    await toTrash('posts', others[0]?.id ?? '')
    await toTrash('pages', others[1]?.id ?? '')
    await set(service, { keepTrashDays: 1 })
    await later(service, 2)
    expect([await trashOf('posts'), await trashOf('pages')]).toEqual([[keeping], []])
  })
})

describe.each(engines)('imports that are not kept, on %s', (engine) => {
  it('lose their reports and files, unless they run; what was imported stays known', async () => {
    const service = await startService(engine)
    try {
      const file = exportOf({ items: [{ title: 'One' }, { title: 'Two' }] })
      const analyzed = dataOf(await analyze(service, file)).analysisId
      const done = dataOf(await analyze(service, file)).analysisId
      await execute(service, done)
      const running = dataOf(await analyze(service, file)).analysisId
      await pretendRunning(service, running)
      const states = async (): Promise<string[]> =>
        Promise.all(
          [analyzed, done, running].map(async (id) =>
            outcome(await service.ask('GET', `/import/external/${id}`)),
          ),
        )
      await later(service, 3650)
      expect(await states()).toEqual(['200', '200', '200'])
      await service.services.database.transaction('write', async (tx) => {
        for (let seq = 1000; seq < 3500; seq++)
          await tx.run(
            `INSERT INTO import_report (import_id, seq, kind, source_id, title, outcome) VALUES (?, ?, 'post', 'x', 'x', 'failed')`,
            [done, seq],
          )
      })
      await set(service, { keepImportDays: 10 })
      await later(service, 1)
      expect(await states()).toEqual(['404 NOT_FOUND', '404 NOT_FOUND', '200'])
      for (const id of [analyzed, done]) expect(await isStored(service, `_imports/${id}.jsonl`)).toBe(false)
      expect(await isStored(service, `_imports/${running}.jsonl`)).toBe(true)
      expect(await rowsOf(service, `SELECT seq FROM import_report WHERE import_id <> '${running}'`)).toEqual(
        [],
      )
      const { items } = dataOf(await service.ask('GET', `/admin/audit?targetId=${done}`))
      expect(items[0]).toMatchObject({ action: 'imports.delete', interface: 'job', after: null })
      const again = dataOf(await analyze(service, file)).analysisId
      const job = await execute(service, again)
      expect(JSON.stringify(job.counts)).toMatch(/"present":2/)
    } finally {
      await service.close()
    }
  })
})

describe.each(engines)('words that no item has any more, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeSearchable(service, 'posts')
  })
  afterAll(() => service.close())

  const stored = async (): Promise<string[]> => {
    await titles(service, 'anything')
    await titles(service, 'anything', { status: 'draft' })
    const rows = await rowsOf(service, 'SELECT word FROM search_words ORDER BY word')
    return rows.map(({ word }) => word as string)
  }

  it('leave the words that a misspelt one may have meant', async () => {
    const data = { title: 'Trashed', text: 'zyzzyvas together' }
    const trashed = await publishItem(service, 'posts', data)
    const changed = await publishItem(service, 'posts', { title: 'Changed', text: 'quixotic together' })
    await publishItem(service, 'posts', { title: 'Draft', text: 'xylophone' }, { status: 'draft' })
    await service.services.database.transaction('write', (tx) =>
      tx.run(`INSERT INTO search_words (word, reversed) VALUES ('leftover', 'revotfel')`, []),
    )
    const known = ['changed', 'draft', 'leftover', 'quixotic', 'together', 'trashed', 'xylophone', 'zyzzyvas']
    expect(await stored()).toEqual(known)
    await later(service, 1)
    expect(await stored()).toEqual(known.filter((word) => word !== 'leftover'))
    dataOf(await service.ask('DELETE', `/content/posts/${trashed}`))
    const body = { data: { text: 'together' }, status: 'published' }
    dataOf(await service.ask('PUT', `/content/posts/${changed}`, { body }))
    await stored()
    await later(service, 1)
    expect(await stored()).toEqual(['changed', 'draft', 'together', 'xylophone'])
    expect(await titles(service, 'zyzzyvat')).toEqual([])
  })

  it('are known again when an item has them again', async () => {
    const words = await stored()
    await publishItem(service, 'posts', { title: 'Again', text: 'zyzzyvas quixotic' })
    expect(await titles(service, 'zyzzyvat')).toEqual(['Again'])
    expect(await titles(service, 'quixotiq')).toEqual(['Again'])
    expect(await stored()).toEqual([...words, 'again', 'quixotic', 'zyzzyvas'].toSorted())
  })

  it('stay while a draft has them', async () => {
    const id = await publishItem(service, 'posts', { title: 'Both', text: 'juniper' })
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { text: 'cypress' } } }))
    await stored()
    await later(service, 1)
    expect(await stored()).toEqual(expect.arrayContaining(['cypress', 'juniper']))
  })

  it('go in parts while items are saved', async () => {
    await service.services.database.transaction('write', async (tx) => {
      for (let count = 0; count < 900; count++) {
        const word = `w${'abcdefghij'[Math.floor(count / 100)]}${'abcdefghij'[Math.floor(count / 10) % 10]}${'abcdefghij'[count % 10]}x`
        await tx.run('INSERT INTO search_words (word, reversed) VALUES (?, ?)', [
          word,
          [...word].toReversed().join(''),
        ])
      }
    })
    const saving = (async () => {
      for (const word of ['waaax', 'wbbbx', 'wcccx', 'wdddx', 'weeex', 'wfffx', 'wgggx', 'whhhx', 'wiiix']) {
        await publishItem(service, 'posts', { title: word, text: word })
        expect(await titles(service, word)).toEqual([word])
      }
    })()
    await Promise.all([later(service, 1), saving])
    await later(service, 1)
    const rest = (await stored()).filter((word) => /^w...x$/.test(word))
    expect(rest).toEqual(['waaax', 'wbbbx', 'wcccx', 'wdddx', 'weeex', 'wfffx', 'wgggx', 'whhhx', 'wiiix'])
  })
})
