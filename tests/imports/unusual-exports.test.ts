import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, exportOf, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

/** What theme demos and exports of plugins hold, and exports of the platform itself hold rarely. */
describe('unusual exports', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.close())

  async function bring(exported: Exported | string, options: Record<string, boolean> = {}): Promise<Any[]> {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return rows
  }
  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', path)).item
  const rowOf = (rows: readonly Any[], id: number): Any =>
    rows.find(({ sourceId }) => sourceId === String(id)) ?? {}

  it.each([
    'http://wordpress.org/export/LPR_EXPORT_VER/',
    'https://www.wordpress.org/export/1.3/',
    'http://WordPress.org/export/',
  ])('the namespace %s', async (namespace) => {
    const exported = exportOf({
      items: [{ id: 100, type: 'lesson', title: 'One', name: `one-${namespace.length}`, content: 'Text' }],
    })
      .replace('"http://wordpress.org/export/1.2/"', `"${namespace}"`)
      .replace('"http://wordpress.org/export/1.2/excerpt/"', `"${namespace}excerpt/"`)
    const row = rowOf(await bring(exported), 100)
    expect(row).toMatchObject({ kind: 'lesson', outcome: expect.stringMatching(/created|present/) })
  })

  it('an item below one in the trash, whichever is first and however far it is', async () => {
    const page = (id: number, status: string, parent = 0): Any => ({
      id,
      type: 'page',
      title: `Page ${id}`,
      name: `page-${id}`,
      status,
      parent,
    })
    const between = Array.from({ length: 100 }, (_, index) => page(1000 + index, 'publish'))
    const rows = await bring({
      items: [
        page(201, 'publish', 202),
        page(202, 'trash'),
        page(203, 'publish', 202),
        page(204, 'trash', 202),
        ...between,
        page(205, 'publish', 202),
        page(206, 'trash', 202),
      ],
    })
    for (const id of [201, 203, 204, 205, 206])
      expect(rowOf(rows, id)).toMatchObject({ outcome: 'created', code: 'PARENT_LOST' })
    for (const id of [201, 203, 205]) {
      const { status, data } = await get(`/content/pages/page-${id}`)
      expect({ status, parent: data.parent ?? null }).toEqual({ status: 'published', parent: null })
    }
  })

  it('comments on an item in the trash, and answers to a comment in the trash', async () => {
    const comment = (id: number, parent: number, approved: string): string =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ann</wp:comment_author><wp:comment_content>Text ${id}</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
    const rows = await bring(
      {
        items: [
          { id: 301, title: 'Gone', name: 'gone', status: 'trash', raw: comment(311, 0, '1') },
          {
            id: 302,
            title: 'Here',
            name: 'here',
            raw: comment(312, 0, 'trash') + comment(313, 312, '1'),
          },
        ],
      },
      { includeComments: true },
    )
    expect(rowOf(rows, 311)).toMatchObject({ outcome: 'created', code: 'TARGET_LOST' })
    expect(rowOf(rows, 313)).toMatchObject({ outcome: 'created', code: 'PARENT_LOST' })
    expect(await get('/content/comments/comment-311')).toMatchObject({ status: 'draft' })
    expect((await get('/content/comments/comment-313')).data).toMatchObject({
      item: (await get('/content/posts/here')).id,
    })
  })

  it('menu entries that lead nowhere, relative to a page, or to what is not in the file', async () => {
    const entry = (id: number, title: string, meta: Record<string, string>): Any => ({
      id,
      type: 'nav_menu_item',
      title,
      order: id,
      terms: { nav_menu: ['top'] },
      meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [`_menu_item_${key}`, value])),
    })
    const custom = (url: string, parent = 0): Record<string, string> => ({
      type: 'custom',
      url,
      menu_item_parent: String(parent),
    })
    const link = (label: string, url: string): string =>
      `<!-- wp:navigation-link {"label":"${label}","type":"page","id":98765,"kind":"post-type","url":"${url}"} /-->`
    const rows = await bring({
      terms: [{ taxonomy: 'nav_menu', slug: 'top', name: 'Top' }],
      items: [
        entry(401, 'Parent', custom('')),
        entry(402, 'Child', custom(`${oldSite}/`, 401)),
        entry(403, 'Query', custom('?d=rtl')),
        { id: 406, type: 'page', title: 'By its id', name: 'by-its-id' },
        entry(407, 'Number', custom('?page_id=406')),
        entry(404, 'Relative', custom('about/us/')),
        entry(405, 'Script', custom('javascript:alert(1)')),
        {
          id: 410,
          type: 'wp_navigation',
          title: 'Blocks',
          name: 'blocks',
          content: link('Lost', `${oldSite}/lost/`) + link('Nowhere', ''),
        },
      ],
    })
    const shown = async (menu: string): Promise<Any[]> =>
      (await get(`/menus/${menu}`)).items.map(({ label, url }: Any) => [label, url])
    expect(await shown('top')).toEqual([
      ['Parent', '#'],
      ['Child', '/'],
      ['Query', '/?d=rtl'],
      ['Relative', '/about/us/'],
      ['Number', '/pages/by-its-id'],
    ])
    expect(rowOf(rows, 405)).toMatchObject({ outcome: 'failed', code: 'UNSAFE_URL' })
    expect(await shown('blocks')).toEqual([['Lost', `${oldSite}/lost/`]])
    const lines = rows.filter(({ kind }) => kind === 'navigation_link')
    expect(lines.map(({ title, outcome, code }) => [title, outcome, code])).toEqual([
      ['Lost', 'created', 'TARGET_LOST'],
      ['Nowhere', 'failed', 'TARGET_LOST'],
    ])
  })
})
