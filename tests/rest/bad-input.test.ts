import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'views', type: 'integer' },
  { slug: 'meta', type: 'json' },
]

type Sent = string | Buffer | object

const nested = (depth: number): string => `{"data":{"meta":${'['.repeat(depth)}${']'.repeat(depth)}}}`

/** Refused by POST and by PUT alike: what is sent, where the problem is said to be, and what is said. */
const refused: readonly [name: string, sent: Sent, paths: string[], mention?: string][] = [
  ['no JSON', 'title=x', [''], 'JSON'],
  ['half of JSON', '{"data":', [''], 'is incomplete'],
  ['more than JSON', '{} {}', [''], 'JSON'],
  ['JavaScript', "{data: {title: 'x'}}", [''], 'JSON'],
  ['NaN', '{"data":{"views":NaN}}', [''], 'JSON'],
  ['a list', '[]', [''], 'object'],
  ['a text', '"{}"', [''], 'object'],
  ['a number', '5', [''], 'object'],
  [
    'bytes that are no UTF-8',
    Buffer.from([...Buffer.from('{"data":{"title":"'), 0xff, 0xfe, ...Buffer.from('"}}')]),
    [''],
    'UTF-8',
  ],
  [
    'a cut UTF-8 character',
    Buffer.from([...Buffer.from('{"data":{"title":"'), 0xc3, ...Buffer.from('"}}')]),
    [''],
    'UTF-8',
  ],
  ['half a surrogate pair', '{"data":{"title":"a\\ud800"}}', ['data.title'], 'surrogate'],
  ['the other half', '{"data":{"title":"\\udc00b"}}', ['data.title'], 'surrogate'],
  ['half a pair deep in JSON', '{"data":{"meta":[{"a":"\\ud800"}]}}', ['data.meta.0.a'], 'surrogate'],
  ['half a pair as a key', '{"data":{"meta":{"\\ud800":1}}}', ['data.meta.\ufffd'], 'surrogate'],
  ['half a pair as slug', '{"slug":"\\ud800"}', ['slug'], 'surrogate'],
  ['NUL', '{"data":{"title":"a\\u0000b"}}', ['data.title'], 'U+0000'],
  ['NUL deep in JSON', '{"data":{"meta":{"a":["\\u0000"]}}}', ['data.meta.a.0'], 'U+0000'],
  ['NUL in a key', '{"data":{"meta":{"a\\u0000":1}}}', ['data.meta.a\0'], 'U+0000'],
  ['NUL in the slug', '{"slug":"a\\u0000"}', ['slug'], 'U+0000'],
  ['a number beyond all numbers', '{"data":{"views":1e999}}', ['data.views']],
  ['a number beyond all numbers in JSON', '{"data":{"meta":[1e999]}}', ['data.meta.0']],
  [
    'an integer that would change',
    '{"data":{"views":9007199254740993}}',
    ['data.views'],
    'cannot be stored exactly',
  ],
  [
    'integers in JSON that would change, beside one that would not',
    '{"data":{"meta":{"a":[9007199254740993,9007199254740994,{"b":-12345678901234567890}]}}}',
    ['data.meta.a.0', 'data.meta.a.2.b'],
    '9007199254740993 would become 9007199254740992',
  ],
  [
    'numbers in JSON that would change',
    '{"data":{"meta":[1e400,1e-400,0.30000000000000004440892098500626]}}',
    ['data.meta.0', 'data.meta.1'],
    'too large',
  ],
  ['a key twice', '{"slug":"a","slug":"b"}', ['slug'], 'is given twice; give it once'],
  ['data twice', '{"data":{"title":"a"},"data":{"views":1}}', ['data'], 'twice'],
  ['a field twice', '{"data":{"title":"a","views":1,"title":"a"}}', ['data.title'], 'twice'],
  ['keys twice in JSON', '{"data":{"meta":{"a":[{"b":1,"b":1}]}}}', ['data.meta.a.0.b'], 'twice'],
  ['nesting beyond the limit', nested(101), ['data.meta' + '.0'.repeat(98)], 'nest'],
  ['nesting without end', nested(100_000), ['data.meta' + '.0'.repeat(98)], 'nest'],
  ['__proto__ as a key', '{"__proto__":{"status":"published"}}', ['__proto__']],
  ['__proto__ as a key of nothing', '{"__proto__":null}', ['__proto__']],
  ['__proto__ as a field', '{"data":{"__proto__":{"title":"x"}}}', ['data.__proto__']],
  ['__proto__ deep in JSON', '{"data":{"meta":{"a":{"__proto__":1}}}}', ['data.meta.a.__proto__']],
  ['constructor as a key', { constructor: 1 }, ['constructor']],
  [
    'names of prototypes as fields',
    { data: { constructor: 1, toString: 2, hasOwnProperty: 3 } },
    ['data.constructor', 'data.toString', 'data.hasOwnProperty'],
  ],
  ['an unknown key', { colour: 'red' }, ['colour']],
  ['a key that is nearly one', { dat: {} }, ['dat'], '"data"'],
  ['an unknown field', { data: { colour: 'red' } }, ['data.colour'], 'title'],
  ['a field that is nearly one', { data: { titel: 'x' } }, ['data.titel'], '"title"'],
  ['a field in another case', { data: { Title: 'x' } }, ['data.Title'], '"title"'],
  [
    'a system column as field',
    { data: { id: 'x', version: 1, author_id: 'x' } },
    ['data.id', 'data.version', 'data.author_id'],
  ],
  ['what an answer holds', { id: 'x', type: 'posts', createdAt: 'x' }, ['id', 'type', 'createdAt']],
  ['data that is a list', { data: [] }, ['data']],
  ['data that is text', { data: '{}' }, ['data']],
  ['data that is null', { data: null }, ['data']],
  ['a slug that is a number', { slug: 5 }, ['slug']],
  ['a slug that is null', { slug: null }, ['slug']],
  ['a slug that is a list', { slug: ['a'] }, ['slug']],
  ['a locale that is a number', { locale: 5 }, ['locale']],
  [
    'much at once',
    { colour: 1, slug: 'No Slug', status: 'no-status', locale: 7, data: { titel: 1, title: 5, views: 'x' } },
    ['colour', 'slug', 'status', 'locale', 'data.titel', 'data.title', 'data.views'],
  ],
  ['a bad slug beside bad data', { slug: 'No Slug', data: { title: 5 } }, ['slug', 'data.title']],
  [
    'what is unsafe beside what is wrong',
    '{"colour":1,"data":{"title":"\\u0000","views":"x"}}',
    ['colour', 'data.title', 'data.views'],
  ],
]

describe.each(engines)('bad input on %s', (engine) => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_MAX_BODY_MB: '1', OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
    id = dataOf(await service.ask('POST', '/content/posts', { body: { data: { title: 'Untouched' } } }), 201)
      .item.id
  })
  afterAll(() => service.close())

  /** All that there is, to see that nothing has changed. */
  async function everything(): Promise<unknown[]> {
    const { reader } = service.services.database
    return [
      await reader.rows('SELECT * FROM content_posts ORDER BY id', []),
      await reader.rows('SELECT id, data FROM revisions ORDER BY id', []),
      await reader.rows('SELECT id, slug FROM fields ORDER BY id', []),
    ]
  }

  async function unchanged(ask: () => Promise<Answer>): Promise<Answer> {
    const before = await everything()
    const answer = await ask()
    expect(await everything()).toEqual(before)
    return answer
  }

  it.each(rowsFor(engine, refused))('refuses %s', async (_, sent, paths, mention = '') => {
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
    ] as const) {
      const answer = await unchanged(() => service.ask(method, `/content/posts${path}`, { body: sent }))
      expectFailure(answer, '400 VALIDATION_ERROR', mention)
      expect([method, new Set(issuePaths(answer))]).toEqual([method, new Set(paths)])
      expect(answer.text).not.toContain('Unexpected token')
    }
  })

  it('takes what is within the limits', async () => {
    dataOf(await service.ask('POST', '/content/posts', { body: nested(98) }), 201)
    const meta = { prototype: 1, constructor: { a: '\ud83c\udf89' }, toString: null }
    const body = { data: { meta } }
    expect(dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.data.meta).toEqual(meta)
  })

  it('keeps JSON as it was given', async () => {
    const meta =
      '{"none":null,"list":[null,{"none":null}],"large":[9007199254740991,9007199254740992,1e+21],"small":[0.1,5e-324]}'
    const created = dataOf(
      await service.ask('POST', '/content/posts', {
        body: `{"data":{"meta":${meta}},"status":"published"}`,
      }),
      201,
    ).item
    const path = `/content/posts/${created.id}`
    expect((await service.ask('GET', path)).text).toContain(`"meta":${meta}`)
    // In a pending draft, too.
    await service.ask('PUT', path, { body: `{"data":{"title":"Draft","meta":${meta}}}` })
    expect((await service.ask('GET', path)).text).toContain(`"meta":${meta}`)
  })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/jsonx',
    'text/json',
    'application/xml',
  ])('refuses the type %s', async (type) => {
    const answer = await unchanged(() =>
      service.ask('POST', '/content/posts', { body: '{}', headers: { 'content-type': type } }),
    )
    expectFailure(answer, '415 UNSUPPORTED_MEDIA_TYPE', 'application/json')
  })

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
    'takes the type %s',
    async (type) => {
      dataOf(
        await service.ask('POST', '/content/posts', { body: '{}', headers: { 'content-type': type } }),
        201,
      )
    },
  )

  it('refuses a body that is larger than the limit, and takes one that is not', async () => {
    const bodyOf = (length: number): string => {
      const start = '{"data":{"meta":"'
      return `${start}${'x'.repeat(length - start.length - 3)}"}}`
    }
    const answer = await unchanged(() =>
      service.ask('POST', '/content/posts', { body: bodyOf(1024 * 1024 + 1) }),
    )
    expectFailure(answer, '413 PAYLOAD_TOO_LARGE', '1 MB')
    dataOf(await service.ask('POST', '/content/posts', { body: bodyOf(1024 * 1024) }), 201)
    expectFailure(
      await service.ask('POST', '/content/posts', { body: bodyOf(1024 * 1024 + 1), token: null }),
      '401 UNAUTHORIZED',
    )
  })

  it.each([
    ["' OR '1'='1", '404 NOT_FOUND'],
    ['1; DROP TABLE content_posts; --', '404 NOT_FOUND'],
    ['" OR 1=1', '404 NOT_FOUND'],
    ['__proto__', '404 NOT_FOUND'],
    ['constructor', '404 NOT_FOUND'],
    ['hasOwnProperty', '404 NOT_FOUND'],
    ['../../etc/passwd', '404 NOT_FOUND'],
    ['%', '404 NOT_FOUND'],
    ['🎉', '404 NOT_FOUND'],
    ['a\0b', '404 NOT_FOUND'],
    ['x'.repeat(2000), '404 NOT_FOUND'],
    ['01JZZZZZZZZZZZZZZZZZZZZZZZ', '404 NOT_FOUND'],
  ])('the name %j in every path is: %s', async (name, expected) => {
    const part = encodeURIComponent(name)
    const paths = [
      `/content/${part}`,
      `/content/${part}/x`,
      `/content/posts/${part}`,
      `/content/posts/${part}/compare`,
      `/content/posts/${part}/revisions`,
      `/revisions/${part}`,
      `/schema/collections/${part}`,
    ]
    for (const path of paths) expectFailure(await service.ask('GET', path), expected)
    for (const [method, path] of [
      ['PUT', `/content/posts/${part}`],
      ['POST', `/content/posts/${part}/publish`],
      ['POST', `/revisions/${part}/restore`],
      ['POST', `/content/${part}`],
    ] as const) {
      expectFailure(await unchanged(() => service.ask(method, path, { body: {} })), expected)
    }
    expectFailure(await unchanged(() => service.ask('DELETE', `/content/posts/${part}`)), expected)
  })

  it.each(['%', '%zz', '%E0%A4%A', '%ff', '%ED%A0%80', 'x'.repeat(3000), `${'%F0%9F%8E%89'.repeat(500)}`])(
    'an address with %s ends in the envelope',
    async (part) => {
      for (const path of [
        `/content/posts/${part}`,
        `/content/${part}`,
        `/revisions/${part}`,
        `/nowhere/${part}`,
      ]) {
        const answer = await service.ask('GET', path)
        expect(['400 VALIDATION_ERROR', '404 NOT_FOUND']).toContain(outcome(answer))
        expectFailure(answer, outcome(answer))
      }
    },
  )

  it.each([
    ['GET', '/content/posts?colour=red&color=blue', ['colour', 'color']],
    ['GET', '/content/posts?__proto__=1&constructor=2', ['__proto__', 'constructor']],
    ['GET', '/content/posts?limit=x&order=y&status=z&view=w', ['limit', 'order', 'status', 'view']],
    ['GET', '/content/posts/ID?view=x&limit=5', ['view', 'limit']],
    ['GET', '/content/posts/ID?locale=en&locale=de', ['locale']],
    ['GET', '/content/posts?%00=1', ['\0']],
    ['GET', '/content/posts?orderBy=a%00b', ['orderBy']],
    ['PUT', '/content/posts/ID?status=published', ['status']],
    ['PUT', '/content/posts/ID?data=x', ['data']],
    ['DELETE', '/content/posts/ID?force=true', ['force']],
  ])('%s %s names %j', async (method, path, paths) => {
    const body = method === 'PUT' ? { body: {} } : {}
    const answer = await unchanged(() => service.ask(method, path.replace('ID', id), body))
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(new Set(issuePaths(answer))).toEqual(new Set(paths))
  })

  it.each([
    ['PATCH', '/content/posts/x', 'DELETE, GET, HEAD, PUT'],
    ['POST', '/content/posts/x', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/content/posts/x/publish', 'POST'],
    ['PUT', '/content/posts/', 'GET, HEAD, POST'],
    ['DELETE', '/search', 'GET, HEAD'],
  ])('%s %s is not allowed; allowed: %s', async (method, path, allowed) => {
    const answer = await service.ask(method, path, { token: null })
    expectFailure(answer, '405 METHOD_NOT_ALLOWED', method, allowed)
    expect(answer.headers['allow']).toBe(allowed)
  })

  it('names problems of the address and of the body at once', async () => {
    const body = { colour: 1, id: 'x', data: { title: 5 } }
    const answer = await unchanged(() => service.ask('PUT', `/content/posts/${id}?wrong=1`, { body }))
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(new Set(issuePaths(answer))).toEqual(new Set(['wrong', 'colour', 'id', 'data.title']))
  })

  it.each([
    ['GET', '/nothing'],
    ['GET', '/content'],
    ['GET', '/CONTENT/posts'],
    ['GET', '/content/posts/%ZZ'],
    ['GET', '/content/%ZZ/x?limit=1'],
  ])('there is no %s %s', async (method, path) => {
    expectFailure(await service.ask(method, path), '404 NOT_FOUND', method)
  })
})
