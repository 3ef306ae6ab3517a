import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

const fields = [{ slug: 'title', type: 'string' }]
const features = ['drafts', 'revisions', 'preview', 'scheduling', 'search']

describe.each(engines)('collections on %s', (engine) => {
  let service: TestService
  let slug: string
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
  })
  beforeEach(() => {
    slug = `things${++count}`
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  const create = (more: Record<string, unknown> = {}) =>
    service.ask('POST', '/schema/collections', { body: { slug, label: 'Things', ...more } })
  const change = (body: Record<string, unknown>) =>
    service.ask('PATCH', `/schema/collections/${slug}`, { body })
  const read = async () => dataOf(await service.ask('GET', `/schema/collections/${slug}`)).item
  const remove = (query = '') => service.ask('DELETE', `/schema/collections/${slug}${query}`)
  const make = (supports: readonly string[]) => makeCollection(service, slug, { supports, fields })

  describe('when they are made', () => {
    it('have what was said of them', async () => {
      const said = {
        label: 'Things & "others" 👍',
        labelSingular: 'Thing',
        description: `it's\nlong`,
        icon: 'star',
        supports: ['search', 'drafts'],
      }
      const { item } = dataOf(await create(said), 201)
      const now = service.clock.now.toISOString()
      expect(item).toEqual({
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        slug,
        ...said,
        createdAt: now,
        updatedAt: now,
      })
      expect(await read()).toEqual(item)
      const { items } = dataOf(await service.ask('GET', '/schema/collections'))
      expect(items.find((listed: { slug: string }) => listed.slug === slug)).toEqual(item)
    })

    it.each([
      [undefined, ['drafts', 'revisions']],
      [[], []],
      [features, features],
    ])('with supports %j have %j', async (supports, expected) => {
      expect(dataOf(await create(supports === undefined ? {} : { supports }), 201).item.supports).toEqual(
        expected,
      )
      expect((await read()).supports).toEqual(expected)
    })

    it('show their fields only when asked', async () => {
      await make([])
      const asked = async (query: string) =>
        dataOf(await service.ask('GET', `/schema/collections/${slug}${query}`)).item
      const plain = await asked('')
      expect(Object.hasOwn(plain, 'fields')).toBe(false)
      expect(await asked('?includeFields=false')).toEqual(plain)
      const { items } = dataOf(await service.ask('GET', `/schema/collections/${slug}/fields`))
      expect(items).toHaveLength(1)
      expect(await asked('?includeFields=true')).toEqual({ ...plain, fields: items })
    })

    it('are listed by name', async () => {
      const names = dataOf(await service.ask('GET', '/schema/collections')).items.map(
        (item: { slug: string }) => item.slug,
      )
      expect(names.length).toBeGreaterThan(1)
      expect(names).toEqual(names.toSorted())
    })
  })

  describe('when they are changed', () => {
    it('keep what is not said, and lose what is null', async () => {
      const { item } = dataOf(await create({ labelSingular: 'Thing', description: 'd', icon: 'i' }), 201)
      service.clock.forward(1000)
      const updatedAt = service.clock.now.toISOString()
      const labelled = { ...item, label: 'New', updatedAt }
      expect(dataOf(await change({ label: 'New' })).item).toEqual(labelled)
      expect(await read()).toEqual(labelled)
      const { labelSingular: _singular, icon: _icon, ...bare } = labelled
      expect(dataOf(await change({ labelSingular: null, icon: null, description: '' })).item).toEqual({
        ...bare,
        description: '',
      })
      expect(await read()).toEqual({ ...bare, description: '' })
      expect(dataOf(await change({ supports: ['preview'] })).item.supports).toEqual(['preview'])
    })

    it.each(['published+draft', 'draft+draft'] as const)(
      'keep drafts while one is pending (%s)',
      async (state) => {
        await make(['drafts', 'revisions'])
        const { id } = await makeItem(service, slug, { state })
        const before = await read()
        expectFailure(
          await change({ supports: ['revisions'] }),
          '400 SCHEMA_ERROR',
          '1 of the items has a pending draft',
          '"drafts"',
        )
        expect(await read()).toEqual(before)
        dataOf(await change({ supports: ['drafts'] }))
        dataOf(await service.ask('POST', `/content/${slug}/${id}/publish`, { body: {} }))
        dataOf(await change({ supports: [] }))
        dataOf(await service.ask('PUT', `/content/${slug}/${id}`, { body: { data: { title: 'At once' } } }))
        const live = await service.ask('GET', `/content/${slug}/${id}?view=live`)
        expect(dataOf(live).item.data).toEqual({ title: 'At once' })
      },
    )

    it('keep drafts while an item in the trash has one', async () => {
      await make(['drafts'])
      const { id } = await makeItem(service, slug, { state: 'published+draft' })
      dataOf(await service.ask('DELETE', `/content/${slug}/${id}`))
      expectFailure(await change({ supports: [] }), '400 SCHEMA_ERROR', 'pending draft')
      dataOf(await service.ask('DELETE', `/content/${slug}/${id}/permanent`))
      dataOf(await change({ supports: [] }))
    })

    it.each(['scheduled+time', 'published+draft+time'] as const)(
      'keep scheduling while something is (%s)',
      async (state) => {
        await make(['drafts', 'scheduling'])
        const { id } = await makeItem(service, slug, { state })
        expectFailure(
          await change({ supports: ['drafts'] }),
          '400 SCHEMA_ERROR',
          '1 of the items is scheduled',
          '"scheduling"',
        )
        dataOf(await service.ask('POST', `/content/${slug}/${id}/unschedule`, { body: {} }))
        dataOf(await change({ supports: ['drafts'] }))
      },
    )

    it('have their history again when they get revisions back', async () => {
      await make(['revisions'])
      const { id } = await makeItem(service, slug)
      const path = `/content/${slug}/${id}`
      dataOf(await change({ supports: [] }))
      dataOf(await service.ask('PUT', path, { body: { data: { title: 'Unseen' } } }))
      expectFailure(
        await service.ask('GET', `${path}/revisions`),
        '400 VALIDATION_ERROR',
        'does not support revisions',
      )
      dataOf(await change({ supports: ['revisions'] }))
      dataOf(await service.ask('PUT', path, { body: { data: { title: 'Seen' } } }))
      const { items } = dataOf(await service.ask('GET', `${path}/revisions`))
      expect(items.map(({ data }: { data: { title: string } }) => data.title)).toEqual(['Seen', 'First'])
    })
  })

  describe('when they are deleted', () => {
    it.each(['draft', 'published', 'trash'] as const)(
      'need force with something in them (%s)',
      async (state) => {
        await make(['drafts', 'scheduling'])
        await makeItem(service, slug, { state })
        const said = [`"${slug}" holds 1 item `, 'force=true']
        expectFailure(await remove(), '400 SCHEMA_ERROR', ...said)
        expectFailure(await remove('?force=false'), '400 SCHEMA_ERROR', ...said)
        expect((await read()).slug).toBe(slug)
        expect(dataOf(await remove('?force=true'))).toEqual({ success: true })
        expectFailure(await remove('?force=true'), '404 NOT_FOUND')
      },
    )

    it('need force while others refer to them', async () => {
      await make([])
      const reference = { type: 'reference', options: { collection: slug } }
      await makeCollection(service, `${slug}_fans`, {
        supports: [],
        fields: [{ slug: 'idol', ...reference }],
      })
      dataOf(
        await service.ask('POST', `/schema/collections/${slug}/fields`, {
          body: { slug: 'own', label: 'Own', ...reference },
        }),
        201,
      )
      expectFailure(await remove(), '400 SCHEMA_ERROR', `${slug}_fans.idol`, 'force=true')
      dataOf(await service.ask('DELETE', `/schema/collections/${slug}_fans/fields/idol`))
      expect(dataOf(await remove())).toEqual({ success: true })
    })

    it('leave those that refer to them readable', async () => {
      await make([])
      const { item } = dataOf(await service.ask('POST', `/content/${slug}`, { body: {} }), 201)
      const fan = `${slug}_fan`
      await makeCollection(service, fan, {
        supports: [],
        fields: [{ slug: 'idol', type: 'reference', options: { collection: slug } }, ...fields],
      })
      const body = { slug: 'one', data: { idol: item.id, title: 'a' } }
      dataOf(await service.ask('POST', `/content/${fan}`, { body }), 201)
      dataOf(await remove('?force=true'))
      expect(dataOf(await service.ask('GET', `/content/${fan}/one`)).item.data).toEqual(body.data)
      const saved = await service.ask('PUT', `/content/${fan}/one`, { body: { data: { title: 'b' } } })
      expect(dataOf(saved).item.data).toEqual({ idol: item.id, title: 'b' })
      dataOf(await service.ask('PUT', `/content/${fan}/one`, { body: { data: { idol: item.id } } }))
      expectFailure(
        await service.ask('POST', `/content/${fan}`, { body: { data: { idol: item.id, title: 'c' } } }),
        '400 VALIDATION_ERROR',
        'does not exist any more',
      )
      dataOf(await service.ask('PUT', `/content/${fan}/one`, { body: { data: { idol: null } } }))
    })
  })
})
