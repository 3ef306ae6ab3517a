import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { ask, makeSearchable, publishItem, results, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const block = (...texts: string[]): object => ({
  _type: 'block',
  style: 'normal',
  children: texts.map((text) => ({ _type: 'span', text, marks: ['strong'] })),
})

const corpus: readonly Record<string, unknown>[] = [
  { title: 'Gardens', text: 'Tulips grow in spring. The quick brown fox.' },
  { title: 'Kitchen', text: 'Bread and butter, brown and quick', secret: 'hidden' },
  { title: 'Café Ünïque', text: 'Straße, Ærø and naïve résumés' },
  { title: '東京の天気', text: '東京都に住んでいます。今日はいい天気です。' },
  { title: '北京', text: '我爱北京天安门' },
  { title: 'ไทย', text: 'สวัสดีชาวโลก ภาษาไทยง่าย' },
  { title: 'ประเทศไทยสวยงาม 東京タワー', text: '外国人参政権の問題' },
  { title: 'Signs', text: 'Donau\u00addampf zero\u200Bwidth. Η ΟΔΟΣ.Αθηνών. أحمد مـــحمد' },
  { title: 'Поиск', text: 'Быстрая коричневая лиса' },
  { title: 'Technical', text: "node.js and C++ don't mind state-of-the-art e-mail me@example.com" },
  {
    title: 'Rich',
    body: [block('un', 'believ', 'able'), block('second'), { _type: 'picture', alt: 'a zebra' }],
  },
  { title: 'Hostile', text: '<script>alert("quagga")</script> & <mark>okapi</mark>' },
]

/** what is asked for → whose titles are found */
const questions: readonly (readonly [string, readonly string[]])[] = [
  ['tulips', ['Gardens']],
  ['TULIPS', ['Gardens']],
  ['gardens tulips', ['Gardens']],
  ['quick brown', ['Gardens', 'Kitchen']],
  ['"quick brown"', ['Gardens']],
  ['“quick brown”', ['Gardens']],
  ['"brown quick"', []],
  ['"gardens tulips"', []],
  ['tul*', ['Gardens']],
  ['"quick bro"*', ['Gardens']],
  ['bread tul*', []],
  ['hidden', []],
  ['cafe unique', ['Café Ünïque']],
  ['CAFÉ strasse', ['Café Ünïque']],
  ['aero resumes', ['Café Ünïque']],
  ['東京', ['東京の天気', 'ประเทศไทยสวยงาม 東京タワー']],
  ['天気', ['東京の天気']],
  ['住んで', ['東京の天気']],
  ['北京', ['北京']],
  ['天安门', ['北京']],
  ['ภาษา', ['ไทย']],
  ...['ประเท', 'ประเทศไ', 'ประเทศไท', 'ประเทศไทยสวย', '東京タ', '東京タワ', '参政権', '政', '国人参'].map(
    (q) => [q, ['ประเทศไทยสวยงาม 東京タワー']] as const,
  ),
  ['政参', []],
  ['東タ', []],
  ['donaudampf', ['Signs']],
  ['zerowidth', ['Signs']],
  ['οδος', ['Signs']],
  ['محمد', ['Signs']],
  ['ภาษาไทย', ['ไทย']],
  ['สวัสดี', ['ไทย']],
  ['лиса', ['Поиск']],
  ['node.js', ['Technical']],
  ["don't", ['Technical']],
  ['state-of-the-art', ['Technical']],
  ['me@example.com', ['Technical']],
  ['art-of-the-state', []],
  ['unbelievable', ['Rich']],
  ['believ', []],
  ['zebra', ['Rich']],
  ['block', []],
  ['normal', []],
  ['strong', []],
  ['span', []],
  ['picture', []],
  // One letter wrong, in long words only, and only when nothing matches as it is.
  ['tulpis', ['Gardens']],
  ['tulip', ['Gardens']],
  ['tulxips', ['Gardens']],
  ['xulips', ['Gardens']],
  ['tulipz', ['Gardens']],
  ['utlips', ['Gardens']],
  ['tlups', []],
  ['quik brown', ['Gardens', 'Kitchen']],
  ['brwon quick', ['Gardens', 'Kitchen']],
  ['bred', ['Kitchen']],
  ['fax', []],
  ['"tulpis"', ['Gardens']],
  ['"quikc brown"', []],
  // Nothing in the text is an instruction.
  ['tulips OR bread', []],
  ['tulips AND gardens', []],
  ['NOT tulips', []],
  ['title:gardens', []],
  ['tulips NEAR(gardens)', []],
  ['-tulips', ['Gardens']],
  ['+tulips', ['Gardens']],
  ['^tulips', ['Gardens']],
  ['(tulips', ['Gardens']],
  ['"tulips', ['Gardens']],
  ["tulips' --", ['Gardens']],
  ['tulips:*', ['Gardens']],
  ['tulips & gardens', ['Gardens']],
  ['tulips | bread', []],
  ['{title} : tulips', []],
  ['%', []],
  ['*', []],
  ['"', []],
  ['""', []],
  ['***', []],
  ['\\', []],
  ["'; DROP TABLE search_index; --", []],
  ['👍', []],
  ['a*', ['Rich']],
]

describe.each(engines)('search on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeSearchable(service, 'posts')
    for (const data of corpus) await publishItem(service, 'posts', data)
  })
  afterAll(() => service.close())

  it.each(questions)('%s', async (q, expected) => {
    expect(await titles(service, q)).toEqual([...expected].toSorted())
  })

  it('answers without the envelope, and with what a result is made of', async () => {
    const { body } = await ask(service, 'tulips')
    expect(body).toEqual({
      results: [
        {
          collection: 'posts',
          id: expect.stringMatching(/^[0-9A-Z]{26}$/),
          slug: 'gardens',
          title: 'Gardens',
          snippet: '<mark>Tulips</mark> grow in spring. The quick brown fox.',
          score: expect.any(Number),
          locale: 'en',
        },
      ],
    })
    expect(body.results[0].score).toBeGreaterThan(0)
  })

  it('escapes all but its own marks', async () => {
    const [{ snippet }] = await results(service, 'quagga')
    expect(snippet).toBe(
      '&lt;script&gt;alert(&quot;<mark>quagga</mark>&quot;)&lt;/script&gt; &amp; &lt;mark&gt;okapi&lt;/mark&gt;',
    )
  })

  it.each([
    ['参政権', '外国人<mark>参政権</mark>の問題'],
    ['政', '外国人参<mark>政</mark>権の問題'],
    ['resumes', 'Straße, Ærø and naïve <mark>résumés</mark>'],
    ['天気', '東京都に住んでいます。今日はいい<mark>天気</mark>です。'],
    ['"quick brown"', 'Tulips grow in spring. The <mark>quick</mark> <mark>brown</mark> fox.'],
    ['gardens', '<mark>Gardens</mark>'],
    ['tulxips', '<mark>Tulips</mark> grow in spring. The quick brown fox.'],
    ['tul*', '<mark>Tulips</mark> grow in spring. The quick brown fox.'],
  ])('marks what %s has found', async (q, snippet) => {
    expect((await results(service, q))[0].snippet).toBe(snippet)
  })

  it('cuts a long text around the match', async () => {
    const text = `${'before '.repeat(300)}wildebeest ${'after '.repeat(300)}`
    await publishItem(service, 'posts', { title: 'Long', text })
    const [{ snippet }] = await results(service, 'wildebeest')
    expect(snippet).toMatch(/^… (before )+<mark>wildebeest<\/mark> (after )*after …$/)
    expect(snippet.length).toBeLessThan(300)
  })

  it('shows where the phrase stands, not where its first word does', async () => {
    const text = `To start with, ${'to begin '.repeat(100)} and to be or not to be`
    await publishItem(service, 'posts', { title: 'Phrase', text })
    const [{ snippet }] = await results(service, '"to be or not"')
    expect(snippet).toMatch(
      / and <mark>to<\/mark> <mark>be<\/mark> <mark>or<\/mark> <mark>not<\/mark> to be$/,
    )
    expect(snippet.match(/<mark>/g)).toHaveLength(4)
  })

  it('shows what stands far behind in another writing', async () => {
    await publishItem(service, 'posts', { title: 'Far', text: `${'wide '.repeat(12_000)}Ménagerie ends` })
    const [{ snippet }] = await results(service, 'menagerie')
    expect(snippet).toMatch(/^… (wide )+<mark>Ménagerie<\/mark> ends$/)
  })

  it('puts a match in the title before one in the text', async () => {
    await publishItem(service, 'posts', { title: 'Other', text: 'about a narwhal that swims' })
    await publishItem(service, 'posts', { title: 'Narwhal', text: 'about an animal that swims' })
    expect((await results(service, 'narwhal')).map(({ title }) => title)).toEqual(['Narwhal', 'Other'])
  })

  it('suggests titles for what is being typed', async () => {
    await publishItem(service, 'posts', { title: 'Gardening for two' })
    const suggest = async (q: string, more = ''): Promise<string[]> =>
      dataOf(await service.ask('GET', `/search/suggest?q=${encodeURIComponent(q)}${more}`)).items.map(
        ({ title }: { title: string }) => title,
      )
    expect(await suggest('gard')).toEqual(['Gardening for two', 'Gardens'])
    expect(await suggest('GARD', '&limit=1')).toEqual(['Gardening for two'])
    expect(await suggest('two gard')).toEqual(['Gardening for two'])
    expect(await suggest('caf')).toEqual(['Café Ünïque'])
    expect(await suggest('東')).toEqual(['ประเทศไทยสวยงาม 東京タワー', '東京の天気'])
    for (const title of ['ประเทศไทยสวยงาม', '東京タワー', '東京タワー ประเทศไทย']) {
      for (let length = 3; length <= title.length; length++)
        expect(await suggest(title.slice(0, length))).toEqual(['ประเทศไทยสวยงาม 東京タワー'])
    }
    expect(await suggest('tulips')).toEqual([])
    expect(await suggest('***')).toEqual([])
    const { items } = dataOf(await service.ask('GET', '/search/suggest?q=kit'))
    expect(items).toEqual([
      { collection: 'posts', id: expect.any(String), slug: 'kitchen', title: 'Kitchen' },
    ])
  })

  it('counts what is indexed, and makes the index anew', async () => {
    await makeSearchable(service, 'others')
    const counts = dataOf(await service.ask('GET', '/search/stats'))
    expect(counts.collections.others).toEqual({ indexed: 0 })
    expect(counts.collections.posts.indexed).toBeGreaterThan(corpus.length)
    expect(dataOf(await service.ask('POST', '/search/rebuild'))).toEqual(counts)
    const one = dataOf(await service.ask('POST', '/search/rebuild', { body: { collections: ['posts'] } }))
    expect(one).toEqual({ collections: { posts: counts.collections.posts } })
    expect(await titles(service, 'tulips')).toEqual(['Gardens'])
  })

  it('mends an index that was damaged', async () => {
    const { services } = service
    await services.database.transaction('write', async (tx) => {
      const rows = await tx.rows<{ id: number }>('SELECT id FROM search_documents ORDER BY id LIMIT 3', [])
      for (const { id } of rows) await services.database.textIndexes.live.remove(tx, id)
      await tx.run(`UPDATE search_documents SET item_id = 'nobody', title = 'x' WHERE id = ?`, [rows[0]?.id])
    })
    expect(await titles(service, 'tulips')).toEqual([])
    await service.ask('POST', '/search/rebuild')
    expect(await titles(service, 'tulips')).toEqual(['Gardens'])
    expect(await titles(service, 'quick brown')).toEqual(['Gardens', 'Kitchen'])
  })

  it('names each collection that cannot be searched', async () => {
    await makeCollection(service, 'plain', { supports: ['drafts'], fields: [] })
    for (const [method, path, body] of [
      ['GET', '/search?q=x&collections=posts,plain,pots', undefined],
      ['GET', '/search/suggest?q=x&collections=posts,plain,pots', undefined],
      ['POST', '/search/rebuild', { collections: ['posts', 'plain', 'pots'] }],
    ] as const) {
      const answer = await service.ask(method, path, body === undefined ? {} : { body })
      expectFailure(answer, '400 VALIDATION_ERROR', '"plain" does not support search', 'posts')
    }
  })

  it.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20%20', 'q'],
    [`q=${'x'.repeat(1001)}`, 'q'],
    [`q=${'x'.repeat(10_000)}`, 'q'],
    [`q=${'x+'.repeat(51)}`, 'q'],
    ['q=a%00b', 'q'],
    ['q=x&limit=0', 'limit'],
    ['q=x&limit=101', 'limit'],
    ['q=x&status=deleted', 'status'],
    ['q=x&locale=xx', 'locale'],
    ['q=x&collections=', 'collections'],
    ['q=x&cursor=abc', 'cursor'],
    ['q=x&query=y', 'query'],
    ['q=x&q=y', 'q'],
  ])('refuses %s', async (query, path) => {
    const answer = await service.ask('GET', `/search?${query}`)
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.body.error.details.issues[0].path).toBe(path)
  })

  it.each([
    ['GET', '/search?q=tulips', 10, ['content:read'], '200'],
    ['GET', '/search?q=tulips', 50, ['schema:read'], '403'],
    ['GET', '/search/suggest?q=gard', 10, ['content:read'], '200'],
    ['GET', '/search/suggest?q=gard', 50, ['media:read'], '403'],
    ['GET', '/search/stats', 50, ['admin'], '200'],
    ['GET', '/search/stats', 50, ['content:read'], '403'],
    ['GET', '/search/stats', 40, ['content:read'], '403'],
    ['POST', '/search/rebuild', 50, ['admin'], '200'],
    ['POST', '/search/rebuild', 50, ['content:write'], '403'],
    ['POST', '/search/rebuild', 40, ['content:write'], '403'],
  ] as const)('%s %s with role %i and %s: %s', async (method, path, role, scopes, status) => {
    const { token } = await service.person(role, scopes)
    expect(String((await service.ask(method, path, { token })).status)).toBe(status)
    expect((await service.ask(method, path, { token: null })).status).toBe(401)
  })
})
