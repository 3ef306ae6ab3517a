import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, type Outcome } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const unsafe = 'javascript:alert(1)'
const linked = (href: string, text = 'A link'): object => ({
  _type: 'block',
  _key: 'b',
  style: 'normal',
  markDefs: [{ _type: 'link', _key: 'l', href }],
  children: [{ _type: 'span', _key: 's', text, marks: ['l'] }],
})
const nested = [
  linked('/safe'),
  { _type: 'columns', columns: [{ blocks: [linked(unsafe), { _type: 'image', url: 'data:text/html,x' }] }] },
  { _type: 'buttons', buttons: [{ text: 'Go', buttonUrl: 'vbscript:x' }] },
]
const nestedPaths = [
  '1.columns.0.blocks.0.markDefs.0.href',
  '1.columns.0.blocks.1.url',
  '2.buttons.0.buttonUrl',
]

describe.each(engines)('links of rich text on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'portableText' },
    ]
    await makeCollection(service, 'pages', { supports: ['drafts', 'revisions'], fields })
    dataOf(
      await service.ask('POST', '/widget-areas', { body: { name: 'side', label: 'Side', description: '' } }),
      201,
    )
  })
  afterAll(() => service.close())

  const create = (body: unknown, more: object = {}): Promise<Answer> =>
    service.ask('POST', '/content/pages', { body: { data: { title: 'T', body }, ...more } })
  const update = (id: string, body: unknown): Promise<Answer> =>
    service.ask('PUT', `/content/pages/${id}`, { body: { data: { body } } })
  const expectRefused = (answer: Answer, paths: readonly string[]): void => {
    expectFailure(
      answer,
      '400 VALIDATION_ERROR',
      paths[0] ?? '',
      'must be a safe link: http, https, mailto, tel',
    )
    expect(issuePaths(answer)).toEqual(paths)
  }

  it('must be safe in items, sections, widgets and default values', async () => {
    const { id } = dataOf(await create([linked('https://example.com')]), 201).item
    const inData = nestedPaths.map((path) => `data.body.${path}`)
    const inContent = nestedPaths.map((path) => `content.${path}`)
    expectRefused(await create(nested), inData)
    expectRefused(await update(id, nested), inData)
    for (const [path, body] of [
      ['/sections', { title: 'S', slug: 's' }],
      ['/widget-areas/side/widgets', { type: 'content' }],
    ] as const) {
      expectRefused(await service.ask('POST', path, { body: { ...body, content: nested } }), inContent)
      const { item } = dataOf(await service.ask('POST', path, { body: { ...body, content: [] } }), 201)
      const change = await service.ask('PUT', `${path}/${item.slug ?? item.id}`, {
        body: { content: nested },
      })
      expectRefused(change, inContent)
    }
    const component = { type: 'component', componentId: 'map' }
    const widgets = '/widget-areas/side/widgets'
    const props = { show: [{ linkUrl: unsafe }], 'xlink:href': 'java&Tab;script:x', title: 'a: b' }
    const inProps = ['componentProps.show.0.linkUrl', 'componentProps.xlink:href']
    const body = { ...component, componentProps: props }
    expectRefused(await service.ask('POST', widgets, { body }), inProps)
    const made = dataOf(await service.ask('POST', widgets, { body: component }), 201).item
    const change = { body: { componentProps: props } }
    expectRefused(await service.ask('PUT', `${widgets}/${made.id}`, change), inProps)
    const field = { slug: 'more', label: 'More', type: 'portableText', defaultValue: [linked(unsafe)] }
    expectRefused(await service.ask('POST', '/schema/collections/pages/fields', { body: field }), [
      'defaultValue.0.markDefs.0.href',
    ])
  })

  it('must be safe in Markdown and blocks over MCP', async () => {
    const write = (body: unknown): Promise<Outcome> =>
      callTool(service, 'content_create', { collection: 'pages', data: { title: 'T', body } })
    const asText = await write(`[a](${unsafe}) [b](JAVASCRIPT&colon;x)`)
    expect(asText.kind).toBe('done')
    expect(JSON.stringify(asText)).not.toContain('href')
    const refused = [[linked(unsafe)], '[a](blob:https://example.com/1)', '[a](//example.com)']
    for (const body of refused) expectFailed(await write(body), 'data.body.0.markDefs.0.href')
  })

  it('that are stored already stay readable, and pass where they are sent back', async () => {
    const { id } = dataOf(await create([linked('/safe')]), 201).item
    const old = [linked(unsafe, 'Old')]
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE content_pages SET body = ? WHERE id = ?', [JSON.stringify(old), id]),
    )
    const path = `/content/pages/${id}`
    expect(dataOf(await service.ask('GET', path)).item.data.body).toEqual(old)
    dataOf(await update(id, [linked('/new', 'New'), ...old]))
    expectRefused(await update(id, [...old, linked('vbscript:x')]), ['data.body.1.markDefs.0.href'])
    dataOf(await service.ask('POST', `${path}/publish`, { body: {} }))
    dataOf(await service.ask('POST', `${path}/duplicate`, { body: {} }), 201)
    dataOf(await create(old, { locale: 'de', translationOf: id }), 201)
    dataOf(await update(id, [linked('/safe')]))
    expectRefused(await update(id, old), ['data.body.0.markDefs.0.href'])
    const { items } = dataOf(await service.ask('GET', `${path}/revisions`))
    const { item } = dataOf(await service.ask('POST', `/revisions/${items[1].id}/restore`, { body: {} }))
    expect(item.data.body).toEqual([linked('/new', 'New'), ...old])
  })
})
