import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import {
  analyze,
  type Exported,
  type ExportedItem,
  exportOf,
  importExport,
  oldSite,
  reportOf,
} from '../setup/exports.ts'
import { serialized } from '../setup/php.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const attachment = (id: number): ExportedItem => ({
  id,
  type: 'attachment',
  title: `File ${id}`,
  attachmentUrl: `${oldSite}/wp-content/uploads/${id}.png`,
})

const shop: Exported = {
  terms: [{ id: 5, taxonomy: 'pa_color', slug: 'red', name: 'Red' }],
  items: [
    {
      id: 10,
      type: 'product',
      title: 'Mug',
      name: 'mug',
      terms: { pa_color: ['red'] },
      meta: {
        _sku: 'MUG-1',
        _price: '9.50',
        _regular_price: '12',
        _stock: '7',
        _stock_status: 'instock',
        _weight: '0.4',
        _length: 'long',
        _product_image_gallery: '20,21,20,x',
        _product_attributes: serialized({
          pa_color: { name: 'pa_color', value: '', is_visible: 1, is_variation: 1, is_taxonomy: 1 },
          size: { name: 'Size', value: 'S | M | L', is_visible: 0, is_variation: 0, is_taxonomy: 0 },
        }),
        material: 'clay',
      },
    },
    {
      id: 11,
      type: 'product_variation',
      title: 'Mug, red',
      name: 'mug-red',
      parent: 10,
      meta: {
        _sku: 'MUG-1-R',
        _price: '10',
        attribute_pa_color: 'red',
        _product_attributes: 'a:1:{s:4:"size',
      },
    },
    attachment(20),
    attachment(21),
  ],
}

const definition = (
  id: number,
  name: string,
  type: string,
  more: { parent?: number; settings?: object } = {},
): ExportedItem => ({
  id,
  type: 'acf-field',
  title: `The ${name}`,
  name: `field_${id}`,
  excerpt: name,
  parent: more.parent ?? 90,
  content: serialized({ type, ...more.settings }),
})

const values: Record<string, string> = {
  subtitle: 'Second line',
  rating: '4.5',
  is_open: '1',
  kind: 'b',
  tags_of: serialized(['x', 'y']),
  day: '20200131',
  begins: '2020-01-31 18:30:00',
  story: 'First\n\n<strong>Second</strong>',
  photo: '20',
  pictures: serialized(['20', '21']),
  related: serialized(['31', '32']),
  anything: serialized(['32', '40']),
  best: '32',
  team: '2',
  team_0_person: 'Ada',
  team_0_portrait: '21',
  team_1_person: 'Bob',
  address: '',
  address_street: 'Clay lane 1',
  page_parts: serialized(['hero', 'text']),
  page_parts_0_heading: 'Hello',
  page_parts_1_heading: 'World',
  someone: '1',
  bad_number: 'many',
  bad_choice: 'z',
}
const keys: Record<string, number> = {
  subtitle: 100,
  rating: 101,
  is_open: 102,
  kind: 103,
  tags_of: 104,
  day: 105,
  begins: 106,
  story: 107,
  photo: 108,
  pictures: 109,
  related: 110,
  anything: 111,
  best: 112,
  team: 113,
  team_0_person: 114,
  team_0_portrait: 115,
  team_1_person: 114,
  address: 116,
  address_street: 117,
  page_parts: 118,
  page_parts_0_heading: 119,
  page_parts_1_heading: 119,
  someone: 120,
  bad_number: 121,
  bad_choice: 122,
}
const marked = (own: Record<string, string>): Record<string, string> => ({
  ...own,
  ...Object.fromEntries(
    Object.keys(own).flatMap((name) =>
      keys[name] === undefined ? [] : [[`_${name}`, `field_${keys[name]}`]],
    ),
  ),
})

const studio: Exported = {
  items: [
    { id: 30, title: 'Open day', name: 'open-day', meta: marked(values) },
    { id: 31, title: 'One', name: 'one' },
    { id: 32, title: 'Two', name: 'two', meta: marked({ best: '30', related: serialized(['999', '30']) }) },
    { id: 40, type: 'page', title: 'Page', name: 'page' },
    { id: 90, type: 'acf-field-group', title: 'Group', name: 'group_1' },
    definition(100, 'subtitle', 'text'),
    definition(101, 'rating', 'number'),
    definition(102, 'is_open', 'true_false'),
    definition(103, 'kind', 'select', { settings: { choices: { a: 'A', b: 'B' } } }),
    definition(104, 'tags_of', 'checkbox', { settings: { choices: { x: 'X', y: 'Y' } } }),
    definition(105, 'day', 'date_picker'),
    definition(106, 'begins', 'date_time_picker'),
    definition(107, 'story', 'wysiwyg'),
    definition(108, 'photo', 'image'),
    definition(109, 'pictures', 'gallery'),
    definition(110, 'related', 'relationship'),
    definition(111, 'anything', 'relationship'),
    definition(112, 'best', 'post_object', { settings: { multiple: 0 } }),
    definition(113, 'team', 'repeater'),
    definition(114, 'person', 'text', { parent: 113 }),
    definition(115, 'portrait', 'image', { parent: 113 }),
    definition(116, 'address', 'group'),
    definition(117, 'street', 'text', { parent: 116 }),
    definition(118, 'page_parts', 'flexible_content'),
    definition(119, 'heading', 'text', { parent: 118 }),
    definition(120, 'someone', 'user'),
    definition(121, 'bad_number', 'number'),
    definition(122, 'bad_choice', 'radio', { settings: { choices: { a: 'A' } } }),
    attachment(20),
    attachment(21),
  ],
}

describe.each(engines)('custom fields that the export describes, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const bring = async (exported: Exported, options: Record<string, boolean> = {}): Promise<Any[]> => {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    expect(rows.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    return rows
  }
  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', `/content/${path}`)).item
  const fieldsOf = async (collection: string): Promise<Any> => {
    const { items } = dataOf(await service.ask('GET', `/schema/collections/${collection}/fields`))
    return Object.fromEntries(
      items.map(({ slug, type, options, validation }: Any) => [slug, { type, options, validation }]),
    )
  }

  it('products have prices, stock, measures, attributes and a gallery', async () => {
    const { warnings } = dataOf(await analyze(service, exportOf(shop)))
    expect(warnings).toEqual([])
    await bring(shop)
    const { data } = await get('products/mug')
    expect(data).toMatchObject({
      sku: 'MUG-1',
      price: 9.5,
      regular_price: 12,
      stock: 7,
      stock_status: 'instock',
      weight: 0.4,
      attributes: [
        { name: 'pa_color', values: ['red'], isTaxonomy: true, isVisible: true, isVariation: true },
        { name: 'Size', values: ['S', 'M', 'L'], isTaxonomy: false, isVisible: false, isVariation: false },
      ],
      gallery: [
        {
          _type: 'gallery',
          images: [
            { url: `${oldSite}/wp-content/uploads/20.png` },
            { url: `${oldSite}/wp-content/uploads/21.png` },
          ],
        },
      ],
    })
    // What is no number stays as it was.
    expect(data.length).toBeUndefined()
    expect(data.custom_fields).toEqual({ material: 'clay', _length: 'long' })
    const variation = (await get('product_variation/mug-red')).data
    expect(variation).toMatchObject({
      sku: 'MUG-1-R',
      price: 10,
      custom_fields: { attribute_pa_color: 'red' },
    })
    expect(variation.custom_fields._product_attributes).toBe('a:1:{s:4:"size')
  })

  it('definitions become fields with types', async () => {
    const rows = await bring(studio)
    const fields = await fieldsOf('posts')
    const typeOf = (slug: string): string => fields[slug]?.type
    expect(
      [
        'subtitle',
        'rating',
        'is_open',
        'kind',
        'tags_of',
        'day',
        'begins',
        'story',
        'photo',
        'pictures',
        'related',
        'anything',
        'best',
        'team',
        'address',
        'page_parts',
      ].map(typeOf),
    ).toEqual([
      'string',
      'number',
      'boolean',
      'select',
      'multiSelect',
      'string',
      'datetime',
      'portableText',
      'image',
      'portableText',
      'reference',
      'json',
      'reference',
      'json',
      'json',
      'json',
    ])
    expect(fields.kind.validation).toEqual({ options: ['a', 'b'] })
    expect(fields.related.options).toEqual({ collection: 'posts', allowMultiple: true })
    expect([typeOf('someone'), typeOf('person')]).toEqual([undefined, undefined])
    const [one, two, page] = [await get('posts/one'), await get('posts/two'), await get('pages/page')]
    const { data, id } = await get('posts/open-day')
    expect(data).toMatchObject({
      subtitle: 'Second line',
      rating: 4.5,
      is_open: true,
      kind: 'b',
      tags_of: ['x', 'y'],
      day: '2020-01-31',
      begins: '2020-01-31T18:30:00.000Z',
      story: [{ children: [{ text: 'First' }] }, { children: [{ text: 'Second', marks: ['strong'] }] }],
      related: [one.id, two.id],
      anything: [
        { collection: 'posts', id: two.id },
        { collection: 'pages', id: page.id },
      ],
      best: two.id,
      team: [{ person: 'Ada', portrait: '21' }, { person: 'Bob' }],
      address: { street: 'Clay lane 1' },
      page_parts: [
        { layout: 'hero', heading: 'Hello' },
        { layout: 'text', heading: 'World' },
      ],
      // Without the files, the id is kept.
      custom_fields: { photo: '20', someone: '1', bad_number: 'many', bad_choice: 'z' },
    })
    expect(Object.keys(data.custom_fields).toSorted()).toEqual([
      'bad_choice',
      'bad_number',
      'photo',
      'someone',
    ])
    expect(two.data).toMatchObject({ best: id, related: [id] })
    const said = rows.flatMap(({ sourceId, because }) =>
      because.map(({ remark, params }: Any) => [sourceId, remark, params.field]),
    )
    expect(said).toContainEqual(['30', 'fieldFileNotTaken', 'photo'])
    expect(said).toContainEqual(['32', 'referencesLost', 'related'])
  })

  it('again nothing changes', async () => {
    const before = await get('posts/open-day')
    const rows = await bring(studio)
    expect(rows.map(({ outcome }) => outcome)).not.toContain('created')
    expect(await get('posts/open-day')).toEqual(before)
  })

  it('references that a field has no room for are named', async () => {
    const post = (id: number): ExportedItem => ({
      id,
      title: `Post ${id}`,
      name: `post-${id}`,
      meta: { favorite: serialized(['410', '412']), _favorite: 'field_400' },
    })
    // The post 411 refers to a later one, so its references are set at the end.
    const rows = await bring({
      items: [
        definition(400, 'favorite', 'post_object', { settings: { multiple: 0 } }),
        { id: 410, title: 'First', name: 'first' },
        post(411),
        { id: 412, title: 'Later', name: 'later' },
        post(413),
      ],
    })
    const first = await get('posts/first')
    expect((await get('posts/post-411')).data.favorite).toBe(first.id)
    expect((await get('posts/post-413')).data.favorite).toBe(first.id)
    const posts = rows.filter(({ kind }) => kind === 'post')
    const said = posts.flatMap(({ sourceId, because }) => because.map((cause: Any) => [sourceId, cause]))
    const leftOut = { remark: 'referencesLeftOut', params: { field: 'favorite', count: 1, most: 1 } }
    expect(said).toEqual([
      ['411', leftOut],
      ['413', leftOut],
    ])
  })

  it('hostile definitions and values are bounded', async () => {
    const loop = [definition(300, 'loop', 'group'), definition(301, 'loop', 'group', { parent: 300 })]
    const items: ExportedItem[] = [
      ...loop.map((one) => ({ ...one, id: 300 })),
      definition(302, '__proto__', 'repeater'),
      definition(303, 'rows', 'repeater'),
      definition(304, 'cell', 'text', { parent: 303 }),
      { ...definition(305, 'broken', 'text'), content: 'a:1:{s:4:"type";s:9:"text' },
      { ...definition(306, 'object', 'text'), content: 'O:8:"stdClass":1:{s:4:"type";s:4:"text";}' },
      definition(307, 'refs', 'relationship'),
      definition(308, 'id', 'text'),
      {
        id: 310,
        title: 'Hostile',
        name: 'hostile',
        meta: {
          loop: '',
          _loop: 'field_300',
          rows: '99999',
          _rows: 'field_303',
          rows_0_cell: 'x',
          broken: 'text',
          _broken: 'field_305',
          object: 'O:8:"stdClass":0:{}',
          _object: 'field_306',
          refs: serialized(Array.from({ length: 3000 }, (_, index) => String(5000 + index))),
          _refs: 'field_307',
          id: 'own',
          _id: 'field_308',
        },
      },
    ]
    await bring({ items })
    const { data } = await get('posts/hostile')
    expect(data).toMatchObject({
      rows: [{ cell: 'x' }],
      imported_id: 'own',
      custom_fields: { broken: 'text', object: 'O:8:"stdClass":0:{}' },
    })
  })
})
