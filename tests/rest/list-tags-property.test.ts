import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { askTwice, expectSameText, withoutRequestId } from '../setup/cached-lists.ts'
import { picture, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const collections = ['posts', 'pages'] as const
const locales = ['en', 'de'] as const

/** Lists in which all that an answer can depend on occurs. */
const lists = [
  '/content/posts',
  '/content/posts?locale=*&count=true',
  '/content/posts?locale=de',
  '/content/posts?limit=1&orderBy=title&order=asc',
  '/content/posts?include=to_pages,image&locale=*',
  '/content/posts?include=terms,authorId&locale=*',
  '/content/posts?include=authorId&locale=*&limit=2&orderBy=title&order=asc',
  '/content/posts?where[terms.topics]=clay&count=true&locale=*',
  '/content/posts?where[title][contains]=a&fields=title',
  '/content/posts?view=latest&locale=*',
  '/content/posts?format=markdown&locale=*',
  '/content/pages?locale=*',
  '/menus',
  '/menus/main',
  '/taxonomies/topics/terms',
  '/search?q=word',
] as const

interface Step {
  readonly what: string
  readonly item: number
  readonly value: number
  readonly flag: boolean
  /** the lists that are read after it */
  readonly read: readonly string[]
}

const whats = [
  ...Array.from({ length: 6 }, () => 'save'),
  ...Array.from({ length: 4 }, () => 'publish'),
  'save live',
  'unpublish',
  'delete',
  'restore',
  'discard',
  'create',
  'terms',
  'media',
  'media',
  'term',
  'person',
  'menu',
  'schedule',
  'field',
  'pattern',
] as const

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...whats),
    item: fc.nat(7),
    value: fc.nat(5),
    flag: fc.boolean(),
    read: fc.shuffledSubarray([...lists], { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 20, maxLength: 25 },
)

describe.each(engines)('ETags of lists on %s', (engine) => {
  let service: TestService
  const tokens: Record<string, string | null> = {}
  const items: { collection: string; id: string }[] = []
  const images: string[] = []
  let term = ''
  let menuItem = ''
  /** the authors of the items */
  const authors: string[] = []
  let fields = 0

  const asEditor = (method: string, path: string, body?: object): Promise<Answer> =>
    service.ask(method, path, { ...(body && { body }) })

  /** Waits for placeholders: made in the background, they would change answers between two reads. */
  const placeholdersOf = async (media: readonly string[]): Promise<void> => {
    service.clock.forward(60_000)
    for (const id of media)
      await vi.waitUntil(
        async () => dataOf(await asEditor('GET', `/media/${id}`)).item.placeholder !== null,
        { timeout: patience },
      )
  }

  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT_PUBLIC: '1000000' },
    })
    for (const slug of collections)
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions', 'search', 'scheduling'],
        fields: [
          { slug: 'title', type: 'string', searchable: true },
          { slug: 'text', type: 'portableText' },
          { slug: 'image', type: 'image' },
        ],
      })
    await make(service, '/schema/collections/posts/fields', {
      slug: 'to_pages',
      label: 'Page',
      type: 'reference',
      options: { collection: 'pages' },
    })
    dataOf(await asEditor('PATCH', '/schema/collections/posts', { publicRead: true }))
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    term = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    await make(service, '/menus', { name: 'main', label: 'Main' })
    menuItem = (await make(service, '/menus/main/items', { label: 'Home', type: 'custom', customUrl: '/' }))
      .id
    for (let index = 0; index < 3; index++)
      images.push((await uploaded(service, { filename: `i${index}.png`, content: await picture() })).id)
    await placeholdersOf(images)
    const other = await service.person(40, ['content:read', 'content:write'])
    for (let index = 0; index < 8; index++) {
      const collection = collections[index % 2] ?? 'posts'
      const body = { data: { title: `word ${index}` }, locale: locales[index % 3 === 0 ? 1 : 0], terms: {} }
      const writer = index < 6 ? {} : { token: other.token }
      const { item } = dataOf(await service.ask('POST', `/content/${collection}`, { body, ...writer }), 201)
      items.push({ collection, id: item.id })
      authors[index < 6 ? 0 : 1] = item.authorId
    }
    const caller = serviceCaller('cli')
    const operation = operations.tokens.createForSite
    const made = await invoke(service.services, { operation, caller, input: { name: 'web' } })
    tokens['site'] = (made as { token: string }).token
    const scopes = ['content:read', 'media:read']
    tokens['limited'] = (
      await service.person(50, scopes, 'live', { collections: ['posts'], locales: ['en'] })
    ).token
    tokens['latest'] = (await service.person(50, scopes)).token
    tokens['visitor'] = null
  })
  afterAll(() => service.close())

  const acts: Record<string, (step: Step, path: string) => Promise<unknown>> = {
    save: ({ value, flag, item }, path) =>
      asEditor('PUT', path, {
        data: {
          title: `word ${'a'.repeat(value)}`,
          ...(flag && { image: { id: images[value % 3] } }),
          ...(path.startsWith('/content/posts') && { to_pages: items[(item | 1) % 8]?.id }),
          text: [{ _type: 'block', children: [{ _type: 'span', text: `text ${value}` }] }],
        },
      }),
    'save live': ({ value }, path) =>
      asEditor('PUT', path, { data: { title: `live ${value}` }, status: 'published' }),
    publish: (_, path) => asEditor('POST', `${path}/publish`, {}),
    unpublish: (_, path) => asEditor('POST', `${path}/unpublish`, {}),
    delete: (_, path) => asEditor('DELETE', path),
    restore: (_, path) => asEditor('POST', `${path}/restore`, {}),
    discard: (_, path) => asEditor('POST', `${path}/discard-draft`, {}),
    create: ({ value, flag }) =>
      asEditor('POST', '/content/posts', {
        data: { title: `new ${value}` },
        status: flag ? 'published' : 'draft',
        locale: locales[value % 2],
      }),
    terms: ({ flag }, path) => asEditor('POST', `${path}/terms/topics`, { termIds: flag ? [term] : [] }),
    media: ({ value, flag }) =>
      asEditor('PUT', `/media/${images[value % 3]}`, { alt: `alt ${value} ${flag}` }),
    term: ({ value }) => asEditor('PUT', '/taxonomies/topics/terms/clay', { label: `Clay ${value}` }),
    person: ({ value, flag }) =>
      asEditor('PATCH', `/admin/users/${authors[Number(flag)]}`, { name: `Name ${value}` }),
    menu: ({ value }) => asEditor('PUT', `/menus/main/items/${menuItem}`, { label: `Home ${value}` }),
    schedule: ({ flag }, path) =>
      asEditor('POST', `${path}/schedule`, {
        [flag ? 'scheduledAt' : 'unpublishAt']: new Date(
          service.clock.now.getTime() + 3_600_000,
        ).toISOString(),
      }),
    field: () =>
      asEditor('POST', '/schema/collections/posts/fields', {
        ...{ slug: `f${++fields}`, label: 'More', type: 'string', defaultValue: 'x' },
      }),
    pattern: ({ value }) =>
      asEditor('PATCH', '/schema/collections/posts', {
        urlPattern: value === 0 ? null : `/p${value}/{slug}`,
      }),
  }

  it(
    'stay the same only while the answer does, and are answered 304 then',
    { tags: 'long', timeout: 300_000 },
    async () => {
      const counts = { same: 0, other: 0, done: 0 }
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const known = new Map<string, Answer>()
          for (const step of all) {
            const target = items[step.item]
            const path = `/content/${target?.collection}/${target?.id}`
            const done = (await acts[step.what]?.(step, path)) as Answer
            if (done.status < 300) counts.done++
            service.clock.forward(1000)
            for (const [who, token] of Object.entries(tokens))
              for (const list of step.read) {
                const key = `${who} ${list}`
                const now = await askTwice(service, list, { token })
                const before = known.get(key)
                known.set(key, now)
                if (now.status !== 200 || before === undefined || before.status !== 200) continue
                const tag = before.headers['etag']
                if (list.startsWith('/content') || who !== 'latest') expect(tag, key).toMatch(/^".+"$/)
                if (tag === undefined) continue
                const headers = { 'if-none-match': tag }
                const again = await service.ask('GET', list, { token, headers })
                const isSame = now.headers['etag'] === tag
                expect(again.status, key).toBe(isSame ? 304 : 200)
                if (isSame)
                  expectSameText(withoutRequestId(now), withoutRequestId(before), `${key} after ${step.what}`)
                else counts.other++
                if (isSame) counts.same++
              }
          }
        }),
        { numRuns: 4, endOnFailure: true },
      )
      expect(counts.same).toBeGreaterThan(100)
      expect(counts.other).toBeGreaterThan(50)
      expect(counts.done).toBeGreaterThan(20)
    },
  )

  it('do not follow what the caller cannot see', async () => {
    const shown = dataOf(
      await asEditor('POST', '/content/posts', {
        ...{ data: { title: 'shown', image: { id: images[0] } }, status: 'published', locale: 'en' },
      }),
      201,
    ).item.id
    const draft = dataOf(await asEditor('POST', '/content/posts', { data: { title: 'd' } }), 201).item.id
    const unused = (await uploaded(service, { filename: 'u.png', content: await picture() })).id
    await placeholdersOf([unused])
    const tagsOf = async (): Promise<Record<string, string | undefined>> => {
      const found: Record<string, string | undefined> = {}
      for (const who of ['site', 'limited', 'visitor'])
        for (const list of ['/content/posts?locale=en', '/content/posts?include=terms,image&locale=en'])
          found[`${who} ${list}`] = (await service.ask('GET', list, { token: tokens[who] ?? null })).headers[
            'etag'
          ]
      return found
    }
    const hidden: [string, () => Promise<Answer>][] = [
      ['a saved draft', () => asEditor('PUT', `/content/posts/${draft}`, { data: { title: 'more' } })],
      [
        'a draft of a live item',
        () => asEditor('PUT', `/content/posts/${shown}`, { data: { title: 'more' } }),
      ],
      [
        'an image in a draft',
        () => asEditor('PUT', `/content/posts/${draft}`, { data: { image: { id: unused } } }),
      ],
      ['the text of an image in a draft', () => asEditor('PUT', `/media/${unused}`, { alt: 'hidden' })],
      [
        'a scheduled draft',
        () => acts['schedule']?.({ ...ofTime, flag: true }, `/content/posts/${draft}`) as Promise<Answer>,
      ],
      [
        'a scheduled end',
        () => acts['schedule']?.({ ...ofTime, flag: false }, `/content/posts/${shown}`) as Promise<Answer>,
      ],
      ['the trash', () => asEditor('DELETE', `/content/posts/${draft}`)],
      [
        'another collection',
        () => asEditor('POST', '/content/pages', { data: { title: 'p' }, status: 'published' }),
      ],
      [
        'another locale',
        () => asEditor('POST', '/content/posts', { data: { title: 'p' }, status: 'published', locale: 'de' }),
      ],
      [
        'a new collection',
        () => asEditor('POST', '/schema/collections', { slug: 'others', label: 'Others' }),
      ],
    ]
    let before = await tagsOf()
    for (const [what, act] of hidden) {
      const answer = await act()
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(300)
      const after = await tagsOf()
      expect(after, what).toEqual(before)
      before = after
    }
    dataOf(await asEditor('PUT', `/media/${images[0]}`, { alt: `seen ${Math.random()}` }))
    const after = await tagsOf()
    for (const [key, tag] of Object.entries(before)) expect(after[key], key).not.toBe(tag)
  })
})

const ofTime = { what: 'schedule', item: 0, value: 0, read: [] } as const
