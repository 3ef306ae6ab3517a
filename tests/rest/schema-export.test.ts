import { fieldTypeNames } from '@octavo/contract/fields/registry'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const options: Record<string, Record<string, unknown>> = {
  string: { validation: { maxLength: 5, minLength: 1 }, widget: 'w', unique: true, defaultValue: 'a' },
  select: { validation: { options: ['b', 'a'] } },
  multiSelect: { validation: { options: ['b', 'a'] }, defaultValue: ['a'] },
  reference: { options: { allowMultiple: true, collection: 'a_b' } },
  datetime: { validation: { max: '2026-01-01T01:00:00+01:00' } },
}
const fields = fieldTypeNames.map((type) => ({ slug: `a_${type.toLowerCase()}`, type, ...options[type] }))

/** Names that other rules of sorting than those of bytes put elsewhere. */
const slugs = ['ab', 'a_b', 'a1', 'a', 'b', 'a_', 'z_z', 'zz']

async function makeAll(service: TestService, order: readonly string[]): Promise<void> {
  for (const slug of order) await makeCollection(service, slug, { supports: ['search', 'drafts'] })
  await makeFields(service)
}

async function makeFields(service: TestService): Promise<void> {
  for (const field of fields) {
    const body = { label: field.slug, ...field }
    dataOf(await service.ask('POST', '/schema/collections/zz/fields', { body }), 201)
  }
}

const exported = async (service: TestService): Promise<string> => {
  const answer = await service.ask('GET', '/schema')
  dataOf(answer)
  return answer.text
}

it('the same schema gives the same export on every engine, in whatever order it was made', async () => {
  const texts: string[] = []
  for (const [index, engine] of engines.entries()) {
    const service = await startService(engine)
    try {
      await makeAll(service, index === 0 ? slugs : slugs.toReversed())
      texts.push(await exported(service))
    } finally {
      await service.close()
    }
  }
  expect(texts[1]).toBe(texts[0])
})

describe.each(engines)('the export on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await makeAll(service, slugs)
  })
  afterAll(() => service.close())

  it('has all collections by name, with their fields in order, and nothing that differs between sites', async () => {
    const { version, collections } = dataOf(await service.ask('GET', '/schema'))
    expect(version).toMatch(/^[0-9a-f]{16}$/)
    expect(collections.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.toSorted())
    const last = collections.at(-1)
    expect(last).toEqual({
      slug: 'zz',
      label: 'zz',
      supports: ['search', 'drafts'],
      fields: expect.any(Array),
    })
    expect(last.fields.map(({ slug }: { slug: string }) => slug)).toEqual(fields.map(({ slug }) => slug))
    expect(last.fields[0]).toEqual({
      slug: 'a_string',
      label: 'a_string',
      type: 'string',
      required: false,
      unique: true,
      defaultValue: 'a',
      validation: { minLength: 1, maxLength: 5 },
      widget: 'w',
      sortOrder: 0,
      searchable: false,
      translatable: true,
    })
    expect(last.fields.find(({ type }: { type: string }) => type === 'datetime').validation).toEqual({
      max: '2026-01-01T00:00:00.000Z',
    })
  })

  it('stays as it is while nothing changes', async () => {
    const before = await exported(service)
    service.clock.forward(1000)
    dataOf(await service.ask('POST', '/content/a', { body: {} }), 201)
    await service.services.schema.refresh()
    expect(await exported(service)).toBe(before)
  })

  it('has another version after each change, and the old one when it is undone', async () => {
    const version = async (): Promise<string> => dataOf(await service.ask('GET', '/schema')).version
    const before = await version()
    const patch = (path: string, body: object) =>
      service.ask('PATCH', `/schema/collections/${path}`, { body })
    const changes: readonly (readonly [path: string, there: object, back: object])[] = [
      ['a', { label: 'Other' }, { label: 'a' }],
      ['a', { description: 'New' }, { description: null }],
      ['a', { supports: ['drafts', 'search'] }, { supports: ['search', 'drafts'] }],
      ['zz/fields/a_string', { required: true }, { required: false }],
      ['zz/fields/a_string', { unique: false }, { unique: true }],
      ['zz/fields/a_string', { defaultValue: 'b' }, { defaultValue: 'a' }],
      [
        'zz/fields/a_string',
        { validation: { minLength: 1 } },
        { validation: { minLength: 1, maxLength: 5 } },
      ],
      ['zz/fields/a_string', { searchable: true }, { searchable: false }],
      ['zz/fields/a_string', { filterable: true }, { filterable: false }],
      ['zz/fields/a_string', { translatable: false }, { translatable: true }],
      ['zz/fields/a_string', { sortOrder: 0.5 }, { sortOrder: 0 }],
    ]
    for (const [path, there, back] of changes) {
      dataOf(await patch(path, there))
      expect(await version(), JSON.stringify(there)).not.toBe(before)
      dataOf(await patch(path, back))
      expect(await version(), JSON.stringify(back)).toBe(before)
    }
  })

  it('comes in the form that is asked for', async () => {
    const ask = async (path: string, accept?: string): Promise<string | undefined> => {
      const answer = await service.ask('GET', path, accept === undefined ? {} : { headers: { accept } })
      expect(answer.status).toBe(200)
      expect(answer.text.startsWith('{"success":true,')).toBe(
        answer.headers['content-type']?.startsWith('application/json'),
      )
      return answer.headers['content-type']
    }
    const json = 'application/json; charset=utf-8'
    const typescript = 'text/typescript; charset=utf-8'
    expect(await ask('/schema')).toBe(json)
    expect(await ask('/schema', '*/*')).toBe(json)
    expect(await ask('/schema', 'application/json')).toBe(json)
    expect(await ask('/schema', 'text/typescript')).toBe(typescript)
    expect(await ask('/schema?format=typescript')).toBe(typescript)
    expect(await ask('/schema?format=typescript', 'application/json')).toBe(typescript)
    expect(await ask('/schema?format=json', 'text/typescript')).toBe(json)
  })

  if (engine === 'postgres') {
    it('does not depend on how the database sorts text', async () => {
      const before = await exported(service)
      const client = new Client({ connectionString: service.services.config.databaseUrl ?? '' })
      await client.connect()
      try {
        await client.query('ALTER TABLE collections ALTER COLUMN slug TYPE TEXT COLLATE "en-x-icu"')
        const { rows } = await client.query('SELECT slug FROM collections ORDER BY slug')
        expect(rows.map(({ slug }) => slug)).not.toEqual(slugs.toSorted())
      } finally {
        await client.end()
      }
      dataOf(await service.ask('PATCH', '/schema/collections/a', { body: {} }))
      expect(await exported(service)).toBe(before)
    })
  }
})
