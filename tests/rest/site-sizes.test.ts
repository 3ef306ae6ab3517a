// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const megabyte = 1024 * 1024

const blocksOf = (bytes: number, letter = 'x'): object[] => [
  { _type: 'block', children: [{ _type: 'span', text: letter.repeat(bytes) }] },
]

describe.each(engines)('large parts of the site on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await make(service, '/widget-areas', { name: 'sidebar', label: 'Sidebar' })
  })
  afterAll(() => service.close())

  const refuse = (answer: Answer, path: string): void => {
    expectFailure(answer, '400 VALIDATION_ERROR', 'bytes')
    expect(issuePaths(answer)).toEqual([path])
  }

  /** What an earlier release took. */
  const enlarge = (table: string, id: string, bytes: number) =>
    service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE ${table} SET content = ? WHERE id = ?`, [JSON.stringify(blocksOf(bytes)), id]),
    )

  it.each([
    ['section', '/sections', { title: 'A section' }],
    ['widget', '/widget-areas/sidebar/widgets', { type: 'content' }],
  ])('a %s takes as many bytes as an item', async (_, path, body) => {
    const post = (bytes: number) =>
      service.ask('POST', path, { body: { ...body, content: blocksOf(bytes, 'ü') } })
    refuse(await post(megabyte), 'content')
    const { item } = dataOf(await post(0.9 * megabyte), 201)
    const one = `${path}/${path === '/sections' ? item.slug : item.id}`
    const put = (bytes: number) => service.ask('PUT', one, { body: { content: blocksOf(bytes) } })
    refuse(await put(2.1 * megabyte), 'content')
    await enlarge(path === '/sections' ? 'sections' : 'widgets', item.id, 3 * megabyte)
    refuse(await put(3.1 * megabyte), 'content')
    dataOf(await service.ask('PUT', one, { body: { title: 'Still changed' } }))
    dataOf(await put(2.9 * megabyte))
    dataOf(await service.ask('DELETE', one))
  })

  it('the properties of a component count as well', async () => {
    const body = { type: 'component', componentId: 'map', componentProps: { a: 'x'.repeat(900_000) } }
    const widget = await make(service, '/widget-areas/sidebar/widgets', body)
    const path = `/widget-areas/sidebar/widgets/${widget.id}`
    refuse(await service.ask('PUT', path, { body: { content: blocksOf(1.2 * megabyte) } }), 'content')
    dataOf(await service.ask('DELETE', path))
  })

  it('an area takes as many bytes as a list has, for it has no pages', async () => {
    const body = { type: 'content', content: blocksOf(1.9 * megabyte) }
    const add = () => service.ask('POST', '/widget-areas/sidebar/widgets', { body })
    const ids: string[] = []
    for (let count = 0; count < 4; count++) ids.push(dataOf(await add(), 201).item.id)
    const full = await add()
    refuse(full, 'content')
    expect(full.text).toContain('makes the area too large')
    dataOf(
      await service.ask('PUT', `/widget-areas/sidebar/widgets/${ids[0]}`, {
        body: { content: blocksOf(1.8 * megabyte) },
      }),
    )
    const { item } = dataOf(await service.ask('GET', '/widget-areas/sidebar'))
    expect(item.widgets).toHaveLength(4)
  })

  it('a page of sections ends where it has 8 MB, and the next goes on there', async () => {
    for (let count = 0; count < 6; count++)
      await make(service, '/sections', {
        title: `Section ${count}`,
        keywords: ['large'],
        content: blocksOf(1.9 * megabyte),
      })
    const pages: string[][] = []
    let cursor = ''
    do {
      const answer = await service.ask('GET', `/sections?search=large${cursor}`)
      const { items, nextCursor } = dataOf(answer)
      expect(answer.text.length).toBeLessThan(8.1 * megabyte)
      pages.push(items.map(({ title }: { title: string }) => title))
      cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`
    } while (cursor !== '')
    const titles = Array.from({ length: 6 }, (_, count) => `Section ${count}`)
    expect(pages).toEqual([titles.slice(0, 4), titles.slice(4)])
  })
})
