import { operationList } from '@octavo/contract/operations/registry'
import { placesOf } from '@octavo/contract/rest'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectRefused } from '../setup/mcp.ts'
import { picture, uploaded } from '../setup/media.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

/** in all that only drafts have, and in no request */
const secret = 'secretdraft'

/** The reads that a token for reading content and media can be used for. */
const reads = operationList.flatMap((operation) => {
  const { rest, permission } = operation
  const isOfContent = ['content.read', 'content.readDrafts', 'media.read'].includes(String(permission))
  if (rest?.method !== 'GET' || !isOfContent) return []
  return [{ path: rest.path, places: placesOf(operation, rest) }]
})

describe.each(engines)('a token that reads what is live, on %s', (engine) => {
  let service: TestService
  let token: string
  const ids = { live: '', hidden: '', liveImage: '', hiddenImage: '', revision: '' }

  const ask = (path: string): Promise<Answer> => service.ask('GET', path, { token })

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'search'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'image', type: 'image' },
      ],
    })
    await make(service, '/schema/collections/posts/fields', {
      slug: 'friend',
      label: 'Friend',
      type: 'reference',
      options: { collection: 'posts' },
    })
    ids.liveImage = (await uploaded(service, { filename: 'seen.png', content: await picture() })).id
    ids.hiddenImage = (await uploaded(service, { filename: `${secret}.png`, content: await picture() })).id
    const create = async (body: object): Promise<string> =>
      dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.id
    ids.hidden = await create({
      data: { title: `${secret} new`, image: { id: ids.hiddenImage } },
      slug: `${secret}-new`,
    })
    ids.live = await create({
      data: { title: 'seen', image: { id: ids.liveImage }, friend: ids.hidden },
      slug: 'seen',
      status: 'published',
    })
    const draft = {
      data: { title: `${secret} change`, image: { id: ids.hiddenImage } },
      slug: `${secret}-slug`,
    }
    dataOf(await service.ask('PUT', `/content/posts/${ids.live}`, { body: draft }))
    const revisions = dataOf(await service.ask('GET', `/content/posts/${ids.live}/revisions`))
    ids.revision = revisions.items[0].id
    ;({ token } = await service.person(50, ['content:read', 'media:read', 'content:write'], 'live'))
  })
  afterAll(() => service.close())

  it('reads live values where another token of the same person reads the draft', async () => {
    const other = await service.person(50, ['content:read'])
    const path = `/content/posts/${ids.live}`
    expect(dataOf(await service.ask('GET', path, { token: other.token })).item.data.title).toContain(secret)
    for (const query of ['', '?view=latest', '?view=live'])
      expect(dataOf(await ask(path + query)).item.data.title).toBe('seen')
    expect(outcome(await ask(`/content/posts/${ids.hidden}`))).toBe('404 NOT_FOUND')
    expect(dataOf(await ask('/content/posts')).items).toHaveLength(1)
  })

  it('is refused what only makes sense for drafts, with the reason', async () => {
    const answer = await ask(`/content/posts/${ids.live}/compare`)
    expectFailure(answer, '403 FORBIDDEN', 'This token reads only what visitors see')
    expect(answer.body.error.details.reason).toBe('liveOnly')
    const input = { collection: 'posts', id: ids.live }
    const refusal = await callTool(service, 'content_compare', input, { token })
    expectRefused(
      refusal,
      'content:read',
      'This token reads only what visitors see. Use a token with the view "latest", or a session, to read drafts',
    )
  })

  it('lists only the media that live content uses', async () => {
    expect(dataOf(await ask('/media')).items.map(({ id }: { id: string }) => id)).toEqual([ids.liveImage])
    dataOf(await ask(`/media/${ids.liveImage}`))
    expect(outcome(await ask(`/media/${ids.hiddenImage}`))).toBe('404 NOT_FOUND')
    expect(outcome(await ask(`/media/${ids.hiddenImage}/variant-url?w=320`))).toBe('404 NOT_FOUND')
  })

  it.each([
    ['content_get', () => ({ collection: 'posts', id: ids.live })],
    ['content_list', () => ({ collection: 'posts' })],
    ['media_list', () => ({})],
  ])('reads the same over MCP: %s', async (tool, input) => {
    const answer = JSON.stringify(await callTool(service, tool, input(), { token }))
    expect(answer).toContain('seen')
    expect(answer).not.toContain(secret)
  })

  it('finds no draft by any combination of parameters', async () => {
    const pools: Readonly<Record<string, readonly string[]>> = {
      collection: ['posts'],
      id: [ids.live, ids.hidden, ids.liveImage, ids.hiddenImage, 'seen'],
      entryId: [ids.live, ids.hidden],
      revisionId: [ids.revision],
      view: ['latest', 'live'],
      status: ['draft', 'published', 'scheduled', 'any'],
      include: [
        'terms',
        'authorId',
        'translationGroup',
        'friend',
        'friend.image',
        'image,friend.friend',
        'author',
      ],
      ids: [ids.live, ids.hidden, `${ids.hidden},${ids.live}`],
      fields: ['title', 'image', 'friend'],
      count: ['true', 'false'],
      where: [
        '{"title":{"contains":"secret"}}',
        '{"title":"seen"}',
        `{"friend":"${ids.hidden}"}`,
        '{"or":[{"slug":{"startsWith":"s"}},{"status":"draft"}]}',
        `{"image":"${ids.hiddenImage}"}`,
      ],
      orderBy: ['title', 'createdAt', 'scheduledAt', 'updatedAt', 'slug'],
      order: ['asc', 'desc'],
      locale: ['en', '*'],
      fallback: ['en'],
      groupTranslations: ['true'],
      limit: ['1', '50'],
      q: ['secret', 'new', 'change', 'seen'],
      hasPendingDraft: ['true', 'false'],
      collections: ['posts'],
      w: ['320'],
    }
    const call = fc.constantFrom(...reads).chain(({ path, places }) =>
      fc.record({
        path: fc.constant(path),
        inPath: fc.record(
          Object.fromEntries(places.path.map((key) => [key, fc.constantFrom(...(pools[key] ?? ['x']))])),
        ),
        query: fc.record(
          Object.fromEntries(
            places.query.flatMap((key) =>
              pools[key] === undefined ? [] : [[key, fc.constantFrom(...pools[key])]],
            ),
          ),
          { requiredKeys: [] },
        ),
      }),
    )
    let answered = 0
    await fc.assert(
      fc.asyncProperty(call, async ({ path, inPath, query }) => {
        const address = path.replaceAll(/:(\w+)/g, (_, key: string) => inPath[key] ?? 'x')
        const answer = await ask(
          `${address}?${new URLSearchParams(query as Record<string, string>).toString()}`,
        )
        expect(answer.status).toBeLessThan(500)
        if (answer.status === 200) answered++
        expect(JSON.stringify(answer.body)).not.toContain(secret)
      }),
      { numRuns: 700 },
    )
    expect(answered).toBeGreaterThan(100)
  })
})
