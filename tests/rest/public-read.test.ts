import { operationList } from '@octavo/contract/operations/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { picture, uploaded } from '../setup/media.ts'
import { type Pools, randomReads } from '../setup/random-reads.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

/** Words that only what is hidden has: items of another collection, drafts, and the trash. */
const hidden = ['zebra', 'unfertig', 'fortgeworfen']

describe.each(engines)('reads without a token on %s', (engine) => {
  let service: TestService
  const ids: Record<string, string> = {}

  const ask = (path: string, method = 'GET'): Promise<Answer> =>
    service.ask(method, path, { token: null, ...(method !== 'GET' && { body: {} }) })
  const asAdmin = async (method: string, path: string, body?: object): Promise<Answer> =>
    service.ask(method, path, { ...(body && { body }) })

  async function open(collection: string, publicRead: boolean): Promise<void> {
    dataOf(await asAdmin('PATCH', `/schema/collections/${collection}`, { publicRead }))
  }

  async function publish(collection: string, data: object, more: object = {}): Promise<string> {
    const body = { data, status: 'published', ...more }
    return dataOf(await asAdmin('POST', `/content/${collection}`, body), 201).item.id
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT_PUBLIC: '100000' } })
    for (const slug of ['posts', 'secrets'])
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions', 'search', 'scheduling'],
        fields: [
          { slug: 'title', type: 'string', searchable: true },
          { slug: 'image', type: 'image' },
        ],
      })
    for (const target of ['posts', 'secrets'])
      await make(service, '/schema/collections/posts/fields', {
        slug: `to_${target}`,
        label: target,
        type: 'reference',
        options: { collection: target },
      })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts', 'secrets'] })
    ids.term = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    const image = async (filename: string): Promise<string> =>
      (await uploaded(service, { filename, content: await picture() })).id
    ids.image = await image('seen.png')
    ids.otherImage = await image('zebra.png')
    ids.unused = await image('unfertig.png')
    ids.secret = await publish('secrets', { title: 'zebra one', image: { id: ids.otherImage } })
    ids.second = await publish('posts', { title: 'seen two' })
    ids.seen = await publish(
      'posts',
      { title: 'seen one', image: { id: ids.image }, to_secrets: ids.secret, to_posts: ids.second },
      { slug: 'seen', terms: { topics: [ids.term] } },
    )
    const draft = { title: 'unfertig', image: { id: ids.unused } }
    ids.draft = dataOf(await asAdmin('POST', '/content/posts', { data: draft }), 201).item.id
    dataOf(await asAdmin('PUT', `/content/posts/${ids.seen}`, { data: { title: 'unfertig too' } }))
    ids.trash = await publish('posts', { title: 'fortgeworfen' })
    dataOf(await asAdmin('DELETE', `/content/posts/${ids.trash}`))
  })
  afterAll(() => service.close())

  it('are refused until a collection is open, and as soon as it is closed', async () => {
    const paths = ['/content/posts', '/content/posts/seen', '/search?q=seen', '/search/suggest?q=se']
    const outcomes = async () => Promise.all(paths.map(async (path) => outcome(await ask(path))))
    expect(new Set(await outcomes())).toEqual(new Set(['401 UNAUTHORIZED']))
    await open('posts', true)
    expect(new Set(await outcomes())).toEqual(new Set(['200']))
    expect(dataOf(await asAdmin('GET', '/schema/collections/posts')).item.publicRead).toBe(true)
    await open('posts', false)
    expect(new Set(await outcomes())).toEqual(new Set(['401 UNAUTHORIZED']))
    expect(dataOf(await asAdmin('GET', '/schema/collections/posts')).item).not.toHaveProperty('publicRead')
    await open('posts', true)
  })

  it('show what is published, whatever view is asked for', async () => {
    const { items } = dataOf(await ask('/content/posts?view=latest'))
    expect(items.map(({ data }: { data: { title: string } }) => data.title)).toEqual(['seen one', 'seen two'])
    for (const name of ['seen', ids.seen])
      expect(dataOf(await ask(`/content/posts/${name}?view=latest`)).item.data.title).toBe('seen one')
    for (const id of [ids.draft, ids.trash, ids.secret])
      expectFailure(await ask(`/content/posts/${id}`), '404 NOT_FOUND')
    expect((await ask('/search?q=seen')).body.results).toHaveLength(2)
    expect(dataOf(await ask('/search/suggest?q=se')).items).toHaveLength(2)
    for (const word of hidden) expect((await ask(`/search?q=${word}`)).body.results).toEqual([])
  })

  it('include objects of open collections, terms, authors by name and media', async () => {
    const answer = await ask('/content/posts/seen?include=terms,authorId,to_posts,to_secrets,image')
    const { included, item } = dataOf(answer)
    expect(Object.keys(included.items)).toEqual([ids.second])
    expect(Object.keys(included.terms)).toEqual([ids.term])
    expect(Object.keys(included.media)).toEqual([ids.image])
    expect(included.authors).toEqual({ [item.authorId]: { id: item.authorId, name: expect.any(String) } })
    expect(answer.text).not.toContain('@')
    expect(dataOf(await ask(`/media/${ids.image}`)).item.filename).toBe('seen.png')
    for (const id of [ids.otherImage, ids.unused]) expectFailure(await ask(`/media/${id}`), '404 NOT_FOUND')
  })

  it('sign no sizes and no parts of images that no answer has', async () => {
    const path = `/media/${ids.image}/variant-url`
    for (const query of ['w=160', 'crop=0,0,0.5,0.5', 'w=160&h=160', 'w=160&h=160&fit=cover'])
      expectFailure(await ask(`${path}?${query}`), '401 UNAUTHORIZED')
  })

  it('begin with the start data and the map of the site, for what is open', async () => {
    dataOf(await asAdmin('POST', '/settings', { siteTitle: 'Clay', keepTrashDays: 9 }))
    dataOf(await asAdmin('POST', '/menus', { name: 'main', label: 'Main' }), 201)
    const { item } = dataOf(await ask('/site'))
    expect(item.settings).toEqual({ siteTitle: 'Clay' })
    expect(item.collections.map(({ slug }: { slug: string }) => slug)).toEqual(['posts'])
    expect(item.taxonomies).toMatchObject([{ name: 'topics', collections: ['posts'] }])
    expect(item.menus).toEqual([])
    for (const slug of ['posts', 'secrets'])
      dataOf(await asAdmin('PATCH', `/schema/collections/${slug}`, { urlPattern: `/${slug}/{slug}` }))
    const { items } = dataOf(await ask('/site-map'))
    expect(items.map(({ url }: { url: string }) => url)).toEqual(['/posts/seen-two', '/posts/seen'])
  })

  it('tell a closed collection by nothing from one that there is not', async () => {
    const plain = ({ status, text }: Answer): unknown => [
      status,
      text.replaceAll(/secrets|nothing|"requestId":"[^"]*"/g, '·'),
    ]
    for (const path of ['/content/X', '/content/X/seen', '/content/X?limit=0', '/search?q=one&collections=X'])
      expect(plain(await ask(path.replace('X', 'secrets')))).toEqual(
        plain(await ask(path.replace('X', 'nothing'))),
      )
    expectFailure(await ask('/content/secrets'), '401 UNAUTHORIZED')
  })

  it('are all that there is without a token', async () => {
    const others = operationList.filter(
      ({ rest, permission, isForVisitors }) =>
        rest !== undefined && permission !== 'public' && isForVisitors !== true,
    )
    expect(others.length).toBeGreaterThan(100)
    for (const { name, rest } of others) {
      const path = rest?.path.replace('/content/:collection/:id', `/content/posts/${ids.seen}`) ?? ''
      const answer = await ask(path.replaceAll(/:\w+/g, 'posts'), rest?.method)
      expect(outcome(answer), name).toBe('401 UNAUTHORIZED')
    }
    for (const path of ['/content/posts?q=seen', '/content/posts?hasPendingDraft=true'])
      expect(outcome(await ask(path)), path).toBe('401 UNAUTHORIZED')
    const wrong = await service.ask('GET', '/content/posts', { token: 'cms_pat_wrong' })
    expect(outcome(wrong)).toBe('401 UNAUTHORIZED')
  })

  it('page through a search without learning how rare its words are', async () => {
    await open('posts', true)
    const made = [
      await publish('posts', { title: 'glaze one' }),
      await publish('posts', { title: 'glaze two glaze' }),
    ]
    const page = async (cursor = '') =>
      (await ask(`/search?q=glaze&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)).body
    const first = await page()
    const hiddenOnes = []
    for (let count = 0; count < 3; count++)
      hiddenOnes.push(await publish('secrets', { title: 'glaze glaze' }))
    expect((await page()).nextCursor).toBe(first.nextCursor)
    const second = await page(first.nextCursor)
    expect(second.nextCursor).toBeUndefined()
    const found = [...first.results, ...second.results]
    expect(found.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
    expect(found.map(({ score }) => score)).toEqual([1, 0.5])
    for (const id of hiddenOnes) dataOf(await asAdmin('DELETE', `/content/secrets/${id}`))
    for (const id of made) dataOf(await asAdmin('DELETE', `/content/posts/${id}`))
    const forged = Buffer.from(first.nextCursor, 'hex')
      .toString()
      .replace(/ [^ ]+$/, ' 1e9')
    const refused = await ask(`/search?q=glaze&cursor=${Buffer.from(forged).toString('hex').toUpperCase()}`)
    expectFailure(refused, '400 VALIDATION_ERROR', 'cursor')
  })

  it('find nothing hidden by any read with any combination of parameters', async () => {
    const pools: Pools = {
      collection: ['posts', 'secrets'],
      id: Object.values(ids),
      itemId: Object.values(ids),
      view: ['latest', 'live'],
      status: ['draft', 'published', 'scheduled'],
      include: [
        'terms',
        'authorId',
        'translationGroup',
        'to_secrets',
        'to_secrets.image',
        'to_posts,image',
        'to_posts.to_secrets',
      ],
      ids: [Object.values(ids).join(',')],
      fields: ['title', 'title,image'],
      count: ['true'],
      groupTranslations: ['true'],
      where: ['{"title":{"contains":"e"}}', '{"terms.topics":"clay"}', `{"to_secrets":"${ids.secret}"}`],
      orderBy: ['title', 'createdAt', 'scheduledAt'],
      limit: ['1', '50'],
      q: [...hidden, 'seen', 'one'],
      collections: ['posts', 'secrets', 'posts,secrets'],
      format: ['markdown', 'blocks'],
    }
    let answered = 0
    await fc.assert(
      fc.asyncProperty(
        randomReads(pools, ({ isForVisitors }) => isForVisitors === true),
        async (read) => {
          if ('tool' in read) return
          const answer = await ask(read.path)
          expect(answer.status, read.path).toBeLessThan(500)
          if (answer.status !== 200) return
          answered++
          for (const word of hidden)
            if (!read.path.includes(word)) expect(answer.text, read.path).not.toContain(word)
        },
      ),
      { numRuns: 800 },
    )
    expect(answered).toBeGreaterThan(100)
  })
})

it('have a limit for each address, which tokens do not use up', async () => {
  const service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT_PUBLIC: '3' } })
  try {
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { publicRead: true } }))
    for (let sent = 0; sent < 3; sent++) dataOf(await service.ask('GET', '/content/posts', { token: null }))
    const refused = await service.ask('GET', '/content/posts', { token: null })
    expectFailure(refused, '429 RATE_LIMITED')
    expect(refused.headers['retry-after']).toBe('60')
    dataOf(await service.ask('GET', '/content/posts'))
  } finally {
    await service.close()
  }
})

it('read fewer items one by one than others may', async () => {
  const service = await startService('sqlite')
  try {
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { publicRead: true } }))
    for (let made = 0; made <= 1001; made++)
      dataOf(
        await service.ask('POST', '/content/posts', {
          body: { data: { title: `t${made}` }, status: 'published' },
        }),
        201,
      )
    const path = '/content/posts?where[title][contains]=none'
    dataOf(await service.ask('GET', path))
    const refused = await service.ask('GET', path, { token: null })
    expectFailure(refused, '400 VALIDATION_ERROR', 'more than 1000 items')
  } finally {
    await service.close()
  }
})
