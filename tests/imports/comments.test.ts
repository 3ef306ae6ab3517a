import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, type Exported, exportOf, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

interface Said {
  id?: number | string
  parent?: number | string
  author?: string
  content?: string
  approved?: string
  type?: string
  date?: string
  url?: string
  meta?: Record<string, string>
}

const comment = ({
  id = '',
  parent = 0,
  author = 'Ann',
  content = '',
  approved = '1',
  ...more
}: Said): string =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[${author}]]></wp:comment_author><wp:comment_author_email>ann@example.com</wp:comment_author_email><wp:comment_author_url>${more.url ?? ''}</wp:comment_author_url><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP><wp:comment_date_gmt>${more.date ?? '2015-03-05 06:07:08'}</wp:comment_date_gmt><wp:comment_content><![CDATA[${content}]]></wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${more.type ?? ''}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent>${Object.entries(
    more.meta ?? {},
  )
    .map(
      ([key, value]) =>
        `<wp:commentmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:commentmeta>`,
    )
    .join('')}</wp:comment>`
const discussion = (...comments: Said[]): string => comments.map(comment).join('')

const blog: Exported = {
  items: [
    {
      id: 1,
      title: 'Soup',
      name: 'soup',
      raw: discussion(
        { id: 8, parent: 7, author: 'Bob', content: 'Thanks!', url: 'https://bob.example.com/' },
        { id: 7, content: `Try <a href="${oldSite}/cake/">the cake</a>\n\nIt is good.` },
        { id: 9, approved: '0', content: 'Waits', author: '' },
        { id: 10, approved: 'trash', content: 'Gone' },
        { id: 11, approved: 'spam', content: 'Buy', type: 'trackback', url: 'javascript:alert(1)' },
        { id: 12, parent: 999, content: 'Orphan' },
      ),
    },
    { id: 2, title: 'Cake', name: 'cake', type: 'page', raw: discussion({ id: 20, content: 'On a page' }) },
    { id: 3, title: 'Secret', name: 'secret', password: 'x', raw: discussion({ id: 30, content: 'Within' }) },
    {
      id: 4,
      title: 'File',
      type: 'attachment',
      attachmentUrl: `${oldSite}/a.png`,
      raw: discussion({ id: 40, content: 'On a file' }),
    },
  ],
}

describe.each(engines)('comments of an export, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    service.clock.now = new Date('2020-06-01T12:00:00.000Z')
  })
  afterAll(() => service.close())

  const bring = async (
    exported: Exported,
    options: Record<string, boolean> = {},
  ): Promise<{ job: Any; rows: Any[] }> => {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return { job, rows: rows.filter(({ kind }) => kind === 'comment') }
  }
  const list = async (): Promise<Any[]> =>
    dataOf(await service.ask('GET', '/content/comments?limit=100')).items
  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', `/content/${path}`)).item
  const reported = (rows: readonly Any[]): Record<string, Any> =>
    Object.fromEntries(
      rows.map(({ sourceId, outcome, because }) => [sourceId, [outcome, because[0]?.remark]]),
    )

  it('are counted, and left out unless they are asked for', async () => {
    expect(dataOf(await analyze(service, exportOf(blog))).comments).toBe(9)
    const { job, rows } = await bring(blog)
    expect(job.counts.comment).toEqual({ skipped: 9 })
    expect(rows[0]).toMatchObject({
      title: 'Bob: Thanks!',
      code: 'COMMENTS_NOT_INCLUDED',
      outcome: 'skipped',
    })
    const csv = await service.ask('GET', `/import/external/${job.analysisId}/report`, {
      headers: { accept: 'text/csv' },
    })
    expect(csv.text.match(/,COMMENTS_NOT_INCLUDED,/g)).toHaveLength(9)
    const { items } = dataOf(await service.ask('GET', '/schema/collections'))
    expect(items.map(({ slug }: Any) => slug).toSorted()).toEqual(['pages', 'posts'])
  })

  it('a dry run reports what would become of them', async () => {
    const { job } = await bring(blog, { includeComments: true, dryRun: true })
    expect(job.counts.comment).toEqual({ created: 8, skipped: 1 })
  })

  it('become items with author, date, text, item, parent and state', async () => {
    const { job, rows } = await bring(blog, { includeComments: true })
    expect(job.counts.comment).toEqual({ created: 8, skipped: 1 })
    expect(reported(rows)).toMatchObject({
      7: ['created', undefined],
      12: ['created', 'parentNotInFile'],
      30: ['created', 'commentOfHidden'],
      40: ['skipped', 'commentOfNothing'],
    })
    const soup = await get('posts/soup')
    const [first, answer] = [await get('comments/comment-7'), await get('comments/comment-8')]
    expect(first).toMatchObject({
      status: 'published',
      authorId: null,
      createdAt: '2015-03-05T06:07:08.000Z',
      publishedAt: '2015-03-05T06:07:08.000Z',
      data: {
        author_name: 'Ann',
        date: '2015-03-05T06:07:08.000Z',
        item: soup.id,
        state: 'approved',
        kind: 'comment',
      },
    })
    expect(Object.keys(first.data).filter((key) => /^parent|_pages$/.test(key))).toEqual([])
    const texts = first.data.content.map(({ children }: Any) =>
      children.map(({ text }: Any) => text).join(''),
    )
    expect(texts).toEqual(['Try the cake', 'It is good.'])
    expect(first.data.content[0].markDefs[0]).toMatchObject({
      href: '/pages/cake',
      reference: { id: (await get('pages/cake')).id },
    })
    expect(answer.data).toMatchObject({ author_url: 'https://bob.example.com/', parent: first.id })
    expect(await get('comments/comment-9')).toMatchObject({ status: 'draft', data: { state: 'pending' } })
    expect(await get('comments/comment-11')).toMatchObject({
      status: 'draft',
      data: { state: 'spam', kind: 'trackback' },
    })
    expect((await get('comments/comment-11')).data.author_url).toBeUndefined()
    expect((await get('comments/comment-20')).data).toMatchObject({
      item_pages: (await get('pages/cake')).id,
    })
    expect((await get('comments/comment-30')).status).toBe('draft')
    const trash = dataOf(await service.ask('GET', '/content/comments/trash')).items
    expect(trash.map(({ slug }: Any) => slug)).toEqual(['comment-10'])
    expect(JSON.stringify(await list())).not.toMatch(/ann@example|203\.0\.113/)
  })

  it('again nothing changes', async () => {
    const before = await list()
    const { job } = await bring(blog, { includeComments: true })
    expect(job.counts.comment).toEqual({ present: 8, skipped: 1 })
    expect(await list()).toEqual(before)
  })

  it('custom fields are kept; those of programs against spam are named by the analysis', async () => {
    const reviewed: Exported = {
      items: [
        {
          id: 90,
          title: 'Kettle',
          name: 'kettle',
          raw: discussion({
            id: 91,
            type: 'review',
            content: 'Good',
            meta: { rating: '4', verified: '1', akismet_result: 'false' },
          }),
        },
      ],
    }
    const { warnings } = dataOf(await analyze(service, exportOf(reviewed)))
    expect(warnings.join(' ')).toContain('akismet_result')
    await bring(reviewed, { includeComments: true })
    const found = (await list()).find(({ data }) => data.kind === 'review')
    expect(found?.data.custom_fields).toEqual({ rating: '4', verified: '1' })
  })

  it('circles, repeated and missing ids, and long threads are bounded', { tags: 'long' }, async () => {
    const long = Array.from({ length: 300 }, (_, index) => ({
      id: 1000 + index,
      parent: index === 0 ? 0 : 999 + index,
      content: `Answer ${index}`,
    }))
    const { job, rows } = await bring(
      {
        items: [
          { id: 50, title: 'Long', name: 'long', raw: discussion(...long) },
          {
            id: 51,
            title: 'Odd',
            name: 'odd',
            raw: discussion(
              { id: 60, parent: 61, content: 'One' },
              { id: 61, parent: 60, content: 'Two' },
              { id: 62, parent: 62, content: 'Itself' },
              { id: 63, content: 'Twice' },
              { id: 63, content: 'Twice, other' },
              { content: 'Without an id' },
              { id: '__proto__', parent: 'constructor', content: 'Hostile' },
              { id: 64, content: '', author: '', date: 'never', approved: 'O:8:"stdClass":0:{}' },
            ),
          },
        ],
      },
      { includeComments: true },
    )
    expect(job.counts.comment).toEqual({ created: 308 })
    const said = reported(rows)
    expect(
      [said['60'], said['61'], said['62']].filter(([, remark]: Any) => remark === 'parentCircle'),
    ).toHaveLength(2)
    const last = await get('comments/comment-1299')
    expect(last.data.parent).toBe((await get('comments/comment-1298')).id)
    expect((await get('comments/comment-64')).data).toEqual(
      expect.objectContaining({ state: 'pending', title: 'Comment' }),
    )
  })
})
