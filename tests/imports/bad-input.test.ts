import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { analyze, exportOf, importExport, reportOf } from '../setup/exports.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const good = exportOf({ items: [{ title: 'One', content: 'Text' }] })
const channel = (inner: string, before = ''): string =>
  `${before}<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><wp:wxr_version>1.2</wp:wxr_version>${inner}</channel></rss>`

/** what it is → the file → what the answer says of it */
const refused: Record<string, [string | Buffer, RegExp]> = {
  nothing: ['', /document must contain a root element/],
  'no XML': ['not XML at all', /Line 1, column \d+/],
  HTML: ['<!DOCTYPE html><html><body></body></html>', /this is no export: it begins with <html>/],
  'another kind of XML': ['<?xml version="1.0"?><feed></feed>', /this is no export: it begins with <feed>/],
  'a feed without a channel': ['<rss></rss>', /it has no <rss><channel>/],
  'one that is cut off': [good.slice(0, good.length - 60), /unclosed tag/],
  'one that is cut off within a text': [good.slice(0, good.indexOf('Text') + 2), /unexpected end|unclosed/],
  'an ampersand that is not written as one': [
    good.replace('<title><![CDATA[One]]></title>', '<title>Q&A</title><link>a;b</link>'),
    /Line \d+, column 14: "&" begins no entity here/,
  ],
  'tags that do not fit': [good.replace('</item>', '</post>'), /unmatched closing tag|unexpected close tag/],
  'bytes of another encoding': [
    Buffer.from(good.replace('Text', 'Grüße'), 'latin1'),
    /bytes that are not UTF-8/,
  ],
  'an encoding that nobody knows': [good.replace('UTF-8', 'x-klingon'), /its encoding is "x-klingon"/],
  'an entity bomb': [
    channel(
      '<item><title>&c;</title></item>',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>',
    ),
    /declares entities/,
  ],
  'an external entity': [
    channel(
      '<item><title>&x;</title></item>',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
    /declares entities/,
  ],
  'absurd nesting': [
    channel('<item>' + '<wp:x>'.repeat(5000) + '</wp:x>'.repeat(5000) + '</item>'),
    /nest deeper than 50 levels/,
  ],
}

/** the same of files that are no XML, where no line helps */
const refusedOthers: typeof refused = {
  'no archive, though it begins like one': ['PK\u0003\u0004 not XML at all', /the archive is cut short/],
  'JSON of something else': ['{"posts": []}', /the JSON is no export of Ghost/],
}

describe.each(engines)('bad exports on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it.each(Object.entries({ ...refused, ...refusedOthers }))(
    '%s: one clear error, nothing left behind',
    async (name, [file, message]) => {
      const answer = await analyze(service, file)
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(answer.body.error.message).toMatch(message)
      if (name in refused) expect(answer.body.error.message).toMatch(/Line \d+, column \d+/)
      expect(answer.text).not.toContain('root:')
      expect(dataOf(await service.ask('GET', '/import/external')).items).toEqual([])
    },
  )

  it('what others write that is not quite XML is read, with a warning', async () => {
    const odd = good
      .replace('<title><![CDATA[One]]></title>', '<title>One & two &nbsp; \u0001</title>')
      .replace('Text', 'a ]]]]><![CDATA[> b')
    const answer = dataOf(await analyze(service, odd))
    expect(answer.postTypes).toMatchObject([{ name: 'post', count: 1 }])
    expect(answer.warnings).toHaveLength(1)
    expect(answer.warnings[0]).toMatch(/deviates from XML in \d places/)
  })

  it('other encodings are read when the file names them', async () => {
    const text = exportOf({ items: [{ title: 'Grüße', name: 'latin', id: 4000 }] })
    await importExport(service, Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'))
    expect(dataOf(await service.ask('GET', '/content/posts/latin')).item.data.title).toBe('Grüße')
    const wide = exportOf({ items: [{ title: 'Weit', name: 'wide', id: 4001 }] })
    await importExport(
      service,
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(wide.replace('UTF-8', 'UTF-16'), 'utf16le')]),
    )
    expect(dataOf(await service.ask('GET', '/content/posts/wide')).item.data.title).toBe('Weit')
  })

  it('one bad item never stops the rest', async () => {
    dataOf(
      await service.ask('POST', '/schema/collections', { body: { slug: 'event', label: 'Events' } }),
      201,
    )
    const place = {
      slug: 'title',
      label: 'Title',
      type: 'string',
      required: true,
      unique: true,
      validation: { maxLength: 20 },
    }
    dataOf(await service.ask('POST', '/schema/collections/event/fields', { body: place }), 201)
    const titles = ['Good', 'A title that is far too long here', '', 'Good', 'Better']
    const items = titles.map((title, index) => ({
      type: 'event',
      title,
      name: `event-${index}`,
      id: 5000 + index,
    }))
    const job = await importExport(service, { items })
    expect(job).toMatchObject({ state: 'done', counts: { event: { created: 2, failed: 3 } } })
    const failures = dataOf(await service.ask('GET', `/import/external/${job.analysisId}`)).failures
    const reported = failures.map(({ sourceId, code, reason, line }: Any) => [
      sourceId,
      code,
      reason.includes('title'),
      line > 1,
    ])
    expect(failures.map(({ newUrl }: Any) => newUrl)).toEqual([null, null, null])
    expect(reported).toContainEqual(['5001', 'VALIDATION_ERROR', true, true])
    expect(reported).toContainEqual(['5002', 'VALIDATION_ERROR', true, true])
    const becauseOf = (id: string) => failures.find(({ sourceId }: Any) => sourceId === id).because
    expect(becauseOf('5001')).toEqual([
      { path: 'data.title', rule: 'tooLong', params: { most: 20, has: 33 } },
    ])
    expect(becauseOf('5002')).toEqual([{ path: 'data.title', rule: 'required', params: {} }])
    expect(failures.find(({ code }: Any) => code === 'CONFLICT').because).toEqual([
      { reason: 'valueTaken', params: { field: 'title' } },
    ])
    // Items of a batch are made beside each other where the database can: either of the two may be the first.
    expect(reported.find(([, code]: Any) => code === 'CONFLICT')?.[0]).toMatch(/^500[03]$/)
  })

  it('a dry run reports what would be refused', async () => {
    const items = [
      { type: 'event', title: 'Another title that is too long', id: 5100 },
      { type: 'event', title: 'Fine', id: 5101 },
    ]
    const job = await importExport(service, { items }, { dryRun: true })
    expect(job.counts).toEqual({ event: { created: 1, failed: 1 } })
    const { failures } = dataOf(await service.ask('GET', `/import/external/${job.analysisId}`))
    expect(failures).toMatchObject([{ because: [{ path: 'data.title', rule: 'tooLong' }] }])
    expect(dataOf(await service.ask('GET', '/content/event')).items).toHaveLength(2)
  })

  it('ids and slugs that are there twice, titles that are missing, slugs of other alphabets', async () => {
    const items = [
      { id: 6000, title: 'Same', name: 'same' },
      { id: 6000, title: 'Same again', name: 'same' },
      { id: 6001, title: 'Same slug', name: 'same' },
      { id: 6002, title: 'Same', name: '' },
      { id: 6003 },
      { id: 6004, title: 'Percent', name: '%e6%b5%8b%e8%af%95' },
      { id: 6005, title: 'Cut', name: '%e6%b5%8b%e8%af%9' },
      { id: 6006, title: 'Trash', name: 'trash' },
      { id: 6007, title: 'Loud', name: 'LOUD Slug!' },
      { id: 6008, title: '!!!' },
    ]
    const job = await importExport(service, { items })
    const rows = await reportOf(service, job.analysisId)
    expect(
      rows.map(({ sourceId, outcome, newUrl }) => [sourceId, outcome, decodeURIComponent(newUrl ?? '')]),
    ).toEqual([
      ['6000', 'created', '/posts/same'],
      ['6000', 'skipped', ''],
      ['6001', 'created', '/posts/same-2'],
      ['6002', 'created', '/posts/same-3'],
      ['6003', 'created', '/posts/post-6003'],
      ['6004', 'created', '/posts/测试'],
      ['6005', 'created', '/posts/测'],
      ['6006', 'created', '/posts/trash-2'],
      ['6007', 'created', '/posts/loud-slug'],
      ['6008', 'created', '/posts/post-6008'],
    ])
    for (const { itemId, outcome } of rows) {
      if (outcome === 'created')
        expect((await service.ask('GET', `/content/posts/${itemId}`)).status).toBe(200)
    }
  })

  it('a slug that somebody takes before the item is made', async () => {
    dataOf(
      await service.ask('POST', '/content/posts', { body: { data: { title: 'Ours' }, slug: 'taken' } }),
      201,
    )
    await importExport(service, { items: [{ id: 6100, title: 'Theirs', name: 'taken' }] })
    expect(dataOf(await service.ask('GET', '/content/posts/taken')).item.data.title).toBe('Ours')
    expect(dataOf(await service.ask('GET', '/content/posts/taken-2')).item.data.title).toBe('Theirs')
  })

  it('dates of zeros, and none at all', async () => {
    const items = [
      { id: 6200, title: 'Zeros', name: 'zeros', status: 'draft', date: '0000-00-00 00:00:00' },
      { id: 6201, title: 'Nonsense', name: 'nonsense', date: '2015-99-99 99:99:99' },
      {
        id: 6202,
        title: 'Feed',
        name: 'feed',
        date: '0000-00-00 00:00:00',
        raw: '<pubDate>Tue, 27 Jan 2015 14:56:57 +0200</pubDate>',
      },
    ]
    const job = await importExport(service, { items })
    expect(job.counts).toEqual({ post: { created: 3 } })
    const createdAt = async (name: string): Promise<string> =>
      dataOf(await service.ask('GET', `/content/posts/${name}`)).item.createdAt
    expect(await createdAt('zeros')).toBe(service.clock.now.toISOString())
    expect(await createdAt('nonsense')).toBe(service.clock.now.toISOString())
    expect(await createdAt('feed')).toBe('2015-01-27T12:56:57.000Z')
  })

  it('keys that reach into prototypes, and texts that cannot be stored', async () => {
    const items = [
      {
        id: 6300,
        title: 'Proto',
        name: 'proto',
        meta: { proto__x: 'a', constructor: 'b' },
        raw: '<wp:postmeta><wp:meta_key>__proto__</wp:meta_key><wp:meta_value>x</wp:meta_value></wp:postmeta>',
      },
      { id: 6301, type: '__proto__', title: 'Type', name: 'proto-type' },
      {
        id: 6302,
        title: 'Halves',
        name: 'halves',
        content:
          '<!-- wp:image {"id":"\\ud800"} --><figure><img src="/a.jpg" alt="&#xd800;"></figure><!-- /wp:image -->',
      },
    ]
    const job = await importExport(service, { items })
    expect(job.state).toBe('done')
    expect(Object.values(job.counts).flatMap((one) => Object.keys(one as object))).not.toContain('failed')
    expect(dataOf(await service.ask('GET', '/content/posts/proto')).item.data.custom_fields).toEqual({
      proto__x: 'a',
      constructor: 'b',
    })
  })
})
