import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import { ask, makeSearchable, publishItem } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const rare = 30
const common = 1100

describe.each(engines)('pages of search results on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeSearchable(service, 'posts', ['search'])
    await makeSearchable(service, 'pages', ['search'])
    for (let index = 0; index < common; index += 50) {
      const some = Array.from({ length: 50 }, (_, offset) => index + offset)
      await Promise.all(
        some.map((at) =>
          publishItem(service, at % 2 === 0 ? 'posts' : 'pages', {
            title: `Item ${at}`,
            text: `everywhere ${at < rare ? 'sometimes '.repeat(1 + (at % 4)) : ''}`,
          }),
        ),
      )
    }
  })
  afterAll(() => service.close())

  async function pagesOf(
    q: string,
    more: Record<string, string | number>,
  ): Promise<{ ids: string[]; scores: number[] }> {
    const ids: string[] = []
    const scores: number[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await ask(service, q, { ...more, ...(cursor !== '' && { cursor }) })
      for (const { id, score } of body.results) {
        ids.push(id)
        scores.push(score)
      }
      cursor = body.nextCursor
    }
    return { ids, scores }
  }

  it.each([
    ['sometimes', {}, rare],
    ['sometimes', { collections: 'posts' }, rare / 2],
    ['sometimes everywhere', {}, rare],
    ['sometimse', {}, rare],
    ['everywhere', { limit: 100 }, common],
    ['everywhere item', { limit: 100 }, common],
    ['everywhere', { limit: 100, collections: 'pages' }, common / 2],
    ['everywhre', { limit: 100, collections: 'pages' }, common / 2],
    ['every* sometimes', { limit: 7 }, rare],
  ])('%s %j: each hit once, the best first', async (q, more, expected) => {
    const { ids, scores } = await pagesOf(q, more)
    expect(ids.length).toBe(expected)
    expect(new Set(ids).size).toBe(expected)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('begins with the newest where a word is nearly everywhere', async () => {
    const id = await publishItem(service, 'posts', { title: 'Last', text: 'everywhere' })
    const { body } = await ask(service, 'everywhere')
    expect(body.results[0]).toMatchObject({ id, score: 0, snippet: '<mark>everywhere</mark>' })
    await service.ask('DELETE', `/content/posts/${id}`)
  })

  it('keeps a cursor to its search', async () => {
    const { body } = await ask(service, 'sometimes')
    const cursor = body.nextCursor as string
    for (const [q, more] of [
      ['everywhere', {}],
      ['sometimes', { collections: 'posts' }],
    ] as const) {
      expectFailure(await ask(service, q, { ...more, cursor }), '400 VALIDATION_ERROR', 'another list')
    }
    const [list] = Buffer.from(cursor, 'hex').toString().split(' ')
    for (const forged of [
      `${list} x 1`,
      `${list} 1 "a"`,
      `${list} 99999999999999999999 1`,
      `${list} 1`,
      list,
    ]) {
      const hex = Buffer.from(forged ?? '')
        .toString('hex')
        .toUpperCase()
      expectFailure(await ask(service, 'sometimes', { cursor: hex }), '400 VALIDATION_ERROR')
    }
    const beyond = Buffer.from(`${list} 1 -1e308`).toString('hex').toUpperCase()
    expect((await ask(service, 'sometimes', { cursor: beyond })).body).toEqual({ results: [] })
  })
})
