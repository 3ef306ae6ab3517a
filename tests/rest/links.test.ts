import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { expectLinksInStep, expectMigrationFindsThem } from '../setup/links.ts'
import { uploaded } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'cover', type: 'image', translatable: false },
  { slug: 'body', type: 'portableText' },
  { slug: 'author', type: 'reference', options: { collection: 'posts' } },
  { slug: 'related', type: 'reference', options: { collection: 'posts', allowMultiple: true } },
  { slug: 'extra', type: 'json' },
]

const actions = [
  'publish',
  'unpublish',
  'discard-draft',
  'duplicate',
  'restore',
  'schedule',
  'trash',
  'gone',
] as const

const step = fc.record({
  item: fc.nat(30),
  other: fc.nat(30),
  file: fc.nat(2),
  form: fc.nat(5),
  action: fc.constantFrom(
    'create',
    'translate',
    'save',
    'save',
    'save',
    'revision',
    'restore',
    'restore',
    ...actions,
  ),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

describe.each(engines)('links on %s', (engine) => {
  let service: TestService
  const files: { id: string; url: string }[] = []
  const items: string[] = []
  /** ids that nothing has (any more) */
  const gone = ['01JZZZZZZZZZZZZZZZZZZZZZZZ']

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    for (const content of ['one', 'two', 'three']) files.push(await uploaded(service, { content }))
  })
  afterAll(() => service.close())

  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.ask(method, path, body === undefined ? {} : { body })
  const post = async (path: string, body: unknown, status = 201): Promise<{ id: string }> =>
    dataOf(await ask('POST', path, body), status).item

  /** Values that refer in each of the ways that there are, one way for each form. */
  function dataFor({ form, file, other }: Step): object {
    const { id, url } = files[file] ?? { id: '', url: '' }
    const target = items[other % Math.max(1, items.length)] ?? null
    const forms: object[] = [
      { title: `See ${new URL(url).pathname}.`, cover: null },
      { cover: { id, url } },
      {
        body: [
          { _type: 'gallery', images: [{ asset: { _ref: id } }] },
          { _type: 'html', html: `\n${id}` },
        ],
      },
      { author: target, body: [] },
      { related: target === null ? null : [target], extra: { [id]: gone[0] } },
      { title: 'Nothing', cover: null, body: null, author: null, related: null, extra: null },
    ]
    return forms[form] ?? {}
  }

  async function run(one: Step): Promise<Answer> {
    // A few items, so that several things happen to each.
    const id = items.slice(-4)[one.item % Math.min(4, items.length || 1)] ?? 'none'
    const path = `/content/posts/${id}`
    const data = dataFor(one)
    switch (one.action) {
      case 'create':
        return made(
          await ask('POST', '/content/posts', { data, status: one.item % 2 ? 'draft' : 'published' }),
        )
      case 'translate':
        return made(
          await ask('POST', '/content/posts', { locale: 'de', translationOf: id, data: { title: 'de' } }),
        )
      case 'save':
        return ask('PUT', path, { data, ...(one.other % 4 === 0 && { status: 'published' }) })
      case 'trash':
        return ask('DELETE', path)
      case 'gone':
        await ask('DELETE', path)
        gone.push(...items.splice(items.indexOf(id) >>> 0, 1))
        return ask('DELETE', `${path}/permanent`)
      case 'revision':
        return restoreRevision(path, one.other)
      case 'schedule': {
        const scheduledAt = new Date(service.clock.now.getTime() + 1000).toISOString()
        const answer = await ask('POST', `${path}/schedule`, { scheduledAt })
        service.clock.forward(2000)
        await publishAllDue(service.services)
        return answer
      }
      default:
        return made(await ask('POST', `${path}/${one.action}`, {}))
    }
  }

  async function restoreRevision(path: string, nth: number): Promise<Answer> {
    const list = await ask('GET', `${path}/revisions`)
    const { items: revisions = [] } = list.body.data ?? {}
    if (revisions.length === 0) return list
    return ask('POST', `/revisions/${revisions[nth % revisions.length].id}/restore`, {})
  }

  function made(answer: Answer): Answer {
    if (answer.status === 201) items.push(answer.body.data.item.id)
    return answer
  }

  it('are what a scan of the content finds after any operations', async () => {
    const succeeded = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        for (const one of steps) {
          const answer = await run(one)
          expect(answer.status, answer.text).toBeLessThan(500)
          if (answer.status < 300) succeeded.add(one.action)
          await expectLinksInStep(service, gone)
        }
      }),
      { numRuns: 6, seed: 14 },
    )
    expect([...succeeded].toSorted()).toEqual(
      [...actions, 'create', 'translate', 'save', 'revision'].toSorted(),
    )
    await expectMigrationFindsThem(service)
  })

  it('follow sections, widgets and menus', async () => {
    const [{ id, url } = { id: '', url: '' }] = files
    const content = [{ _type: 'image', asset: { _ref: id } }]
    const item = await post('/content/posts', { data: {}, status: 'published' })
    const counts = [await expectLinksInStep(service, gone)]
    const count = async (answer: Answer): Promise<void> => {
      expect(answer.status, answer.text).toBeLessThan(300)
      counts.push((await expectLinksInStep(service, gone)) - (counts[0] ?? 0))
    }
    await count(await ask('POST', '/sections', { slug: 'hero', title: 'Hero', content }))
    await count(await ask('PUT', '/sections/hero', { content: [] }))
    await count(await ask('PUT', '/sections/hero', { content }))
    await count(await ask('DELETE', '/sections/hero'))
    for (const name of ['one', 'two']) dataOf(await ask('POST', '/widget-areas', { name, label: name }), 201)
    const widget = await post('/widget-areas/one/widgets', { type: 'content', content })
    await count(
      await ask('PUT', `/widget-areas/one/widgets/${widget.id}`, {
        content: [...content, { _type: 'x', url }],
      }),
    )
    await count(await ask('DELETE', `/widget-areas/one/widgets/${widget.id}`))
    await count(await ask('POST', '/widget-areas/two/widgets', { type: 'content', content }))
    await count(await ask('DELETE', '/widget-areas/two'))
    for (const name of ['main', 'foot']) dataOf(await ask('POST', '/menus', { name, label: name }), 201)
    const target = { referenceCollection: 'posts', referenceId: item.id }
    for (const name of ['main', 'foot'])
      await count(await ask('POST', `/menus/${name}/items`, { type: 'page', label: 'Page', ...target }))
    await count(await ask('DELETE', '/menus/main'))
    dataOf(await ask('DELETE', `/content/posts/${item.id}`))
    gone.push(item.id)
    await count(await ask('DELETE', `/content/posts/${item.id}/permanent`))
    await count(
      await ask('POST', '/menus/foot/items', {
        type: 'custom',
        label: 'File',
        customUrl: new URL(url).pathname,
      }),
    )
    expect(counts.slice(1)).toEqual([1, 0, 1, 0, 2, 0, 1, 0, 1, 2, 1, 0, 1])
  })

  it('follow the schema', async () => {
    const path = '/schema/collections/posts/fields'
    const before = await expectLinksInStep(service, gone)
    const defaultValue = { id: files[0]?.id }
    dataOf(await ask('POST', path, { slug: 'icon', label: 'Icon', type: 'image', defaultValue }), 201)
    expect(await expectLinksInStep(service, gone)).toBeGreaterThan(before)
    dataOf(await ask('PATCH', `${path}/body`, { type: 'json' }))
    await expectLinksInStep(service, gone)
    for (const slug of ['icon', 'author', 'body']) dataOf(await ask('DELETE', `${path}/${slug}`))
    expect(await expectLinksInStep(service, gone)).toBeLessThan(before)
    await expectMigrationFindsThem(service)
  })

  it('are bounded in number', async () => {
    const extra = Array.from({ length: 10_001 }, (_, n) => `01J${String(n).padStart(23, '0')}`)
    expectFailure(
      await ask('POST', '/content/posts', { data: { extra } }),
      '400 VALIDATION_ERROR',
      'refers to 10001 items and files; at most 10000 are possible',
    )
    await post('/content/posts', { data: { extra: extra.slice(1) } })
  })
})
