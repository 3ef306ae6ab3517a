// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** Letters that seldom follow each other twice, as in a long article of many things. */
function longText(from: number): string {
  const letters = Array.from({ length: 150_000 }, (_, at) => 0x4e00 + ((at * 7919 + from * 104_729) % 20_000))
  return letters.map((code) => String.fromCodePoint(code)).join('')
}

const articles = 6

describe.each(engines)('long articles in a script that parts no words, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeSearchable(service, 'posts', ['search'])
    for (let article = 0; article < articles; article++)
      await publishItem(service, 'posts', { title: `Article ${article}`, text: longText(article) })
    await titles(service, 'article')
  })
  afterAll(() => service.close())

  it('are indexed in steps between which others save', async () => {
    const rebuilding = { isDone: false }
    const answer = service.ask('POST', '/search/rebuild').finally(() => (rebuilding.isDone = true))
    let saves = 0
    while (!rebuilding.isDone) await publishItem(service, 'posts', { title: `Between ${saves++}` })
    dataOf(await answer)
    expect(saves).toBeGreaterThan(articles / 3)
  })

  it('are all found afterwards, and what was saved meanwhile', async () => {
    const found = await titles(service, 'article', { limit: 100 })
    expect(found).toHaveLength(articles)
    expect(await titles(service, longText(3).slice(40_000, 40_006))).toContain('Article 3')
    expect((await titles(service, 'between', { limit: 100 })).length).toBeGreaterThan(0)
  })
})
