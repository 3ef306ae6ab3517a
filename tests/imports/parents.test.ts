import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, type Exported, exportOf, importExport, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

/** A shop and a forum: every parent is of another type; some come later in the file. */
const site: Exported = {
  items: [
    { id: 11, type: 'product_variation', title: 'Mug, red', name: 'mug-red', parent: 10 },
    { id: 10, type: 'product', title: 'Mug', name: 'mug' },
    { id: 12, type: 'product_variation', title: 'Mug, blue', name: 'mug-blue', parent: 10 },
    { id: 20, type: 'forum', title: 'Clay', name: 'clay' },
    { id: 21, type: 'forum', title: 'Glazes', name: 'glazes', parent: 20 },
    { id: 22, type: 'topic', title: 'Cracks', name: 'cracks', parent: 21 },
    { id: 24, type: 'reply', title: 'To a reply', name: 'answer', parent: 23 },
    { id: 23, type: 'reply', title: 'Dry it slowly', name: 'slowly', parent: 22 },
  ],
}

describe.each(engines)('parents in other collections, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const bring = async (exported: Exported, options: Record<string, boolean> = {}): Promise<Any[]> => {
    const { analysisId, state } = await importExport(service, exported, options)
    expect(state).toBe('done')
    const rows = await reportOf(service, analysisId)
    expectNamed(rows)
    return rows
  }
  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', `/content/${path}`)).item
  const codes = (rows: readonly Any[]): Any[] =>
    rows.filter(({ code }) => code !== null).map(({ sourceId, because }) => [sourceId, because[0]])

  it('the analysis names the reference fields', async () => {
    const { postTypes } = dataOf(await analyze(service, exportOf(site)))
    const named = postTypes.map(({ name, fields }: Any) => [
      name,
      fields.filter(({ type }: Any) => type === 'reference').map(({ slug }: Any) => slug),
    ])
    expect(Object.fromEntries(named)).toEqual({
      product: [],
      product_variation: ['parent_product'],
      forum: ['parent'],
      topic: ['parent_forum'],
      reply: ['parent', 'parent_topic'],
    })
  })

  it('a dry run has nothing to remark', async () => {
    expect(codes(await bring(site, { dryRun: true }))).toEqual([])
  })

  it('items refer to their parents, also to those that come later in the file', async () => {
    expect(codes(await bring(site))).toEqual([])
    const mug = await get('products/mug')
    expect((await get('product_variation/mug-red')).data.parent_product).toBe(mug.id)
    expect((await get('product_variation/mug-blue')).data.parent_product).toBe(mug.id)
    const [clay, glazes, cracks] = [
      await get('forum/clay'),
      await get('forum/glazes'),
      await get('topic/cracks'),
    ]
    expect(glazes.data.parent).toBe(clay.id)
    expect(cracks.data.parent_forum).toBe(glazes.id)
    const slowly = await get('reply/slowly')
    expect([slowly.data.parent, slowly.data.parent_topic]).toEqual([undefined, cracks.id])
    const { data } = await get('reply/answer')
    expect([data.parent, data.parent_topic]).toEqual([slowly.id, undefined])
    const { items } = dataOf(
      await service.ask(
        'GET',
        `/content/product_variation?where=${encodeURIComponent(JSON.stringify({ parent_product: mug.id }))}`,
      ),
    )
    expect(items).toHaveLength(2)
  })

  it('again nothing changes, and a later file finds parents of an earlier one', async () => {
    const again = await bring(site)
    expect(again.map(({ outcome }) => outcome)).not.toContain('created')
    const rows = await bring({
      items: [
        { id: 13, type: 'product_variation', title: 'Mug, green', name: 'mug-green', parent: 10 },
        { id: 14, type: 'product', title: 'Cup', name: 'cup', parent: 22 },
      ],
    })
    expect((await get('product_variation/mug-green')).data.parent_product).toBe(
      (await get('products/mug')).id,
    )
    // Products have no reference to topics, and the file does not say that 22 is one.
    expect(codes(rows)).toEqual([['14', { remark: 'parentElsewhere', params: { collection: 'topic' } }]])
  })

  it('what is impossible has its true reason, and circles are opened', async () => {
    const rows = await bring({
      items: [
        { id: 40, type: 'topic', title: 'Of a file', name: 'of-a-file', parent: 41 },
        { id: 41, type: 'attachment', title: 'File', attachmentUrl: 'https://old.example.com/a.png' },
        { id: 42, type: 'topic', title: 'Of nothing', name: 'of-nothing', parent: 990 },
        { id: 43, type: 'topic', title: 'Above', name: 'above', parent: 44 },
        { id: 44, type: 'reply', title: 'Below', name: 'below', parent: 43 },
        {
          id: 45,
          type: 'topic',
          title: 'Hostile',
          name: 'hostile',
          parent: 'constructor' as unknown as number,
        },
      ],
    })
    const [of, nothing] = [
      { remark: 'parentIsNoItem', params: { type: 'attachment' } },
      { remark: 'parentNotInFile', params: { id: '990' } },
    ]
    const said = Object.fromEntries(codes(rows))
    expect(said).toMatchObject({ 40: of, 42: nothing })
    expect(said['45']).toEqual({ remark: 'parentNotInFile', params: { id: 'constructor' } })
    expect(Object.values(said).filter(({ remark }: Any) => remark === 'parentCircle')).toHaveLength(1)
  })
})
