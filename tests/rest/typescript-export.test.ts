import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { arbitrarySchema, type SchemaCollection, type SchemaField } from '../setup/schemas.ts'
import { startService, type TestService } from '../setup/service.ts'
import { complaintsAbout } from '../setup/typescript.ts'

interface Samples {
  /** TypeScript of values that may be assigned, and of values that may not */
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

function samplesOf({ type, validation, options }: SchemaField): Samples {
  const choices = (validation?.options ?? []).map((option) => JSON.stringify(option))
  const stranger = JSON.stringify(`${validation?.options.join('')}!`)
  switch (type) {
    case 'number':
    case 'integer':
      return { right: ['0', '-1.5'], wrong: ["'1'", 'null', '[1]'] }
    case 'boolean':
      return { right: ['true', 'false'], wrong: ['1', "'true'", 'null'] }
    case 'select':
      return { right: choices, wrong: [stranger, 'String(1)', '7', 'null', `[${choices[0]}]`] }
    case 'multiSelect':
      return { right: ['[]', `[${choices.join(', ')}]`], wrong: [`[${stranger}]`, '[7]', String(choices[0])] }
    case 'portableText':
      return {
        right: [
          '[]',
          "[{ _type: 'block', children: [{ _type: 'span', text: 'a', marks: ['em'] }] }]",
          "[{ _type: 'code', code: 'a' }, { _type: 'callout', content: [{ _type: 'horizontal-rule' }] }]",
        ],
        wrong: [
          "'text'",
          '[{}]',
          "[{ _type: 'block', children: [{ text: 'a' }] }]",
          "[{ _type: 'code' }]",
          "[{ _type: 'x', any: 1 }]",
        ],
      }
    case 'image':
      return {
        right: ["{ id: 'a' }", "{ id: 'a', alt: '', width: 1, height: 1, url: '' }"],
        wrong: ['{}', "'a'", "{ id: 'a', size: 1 }"],
      }
    case 'file':
      return {
        right: ["{ id: 'a' }", "{ id: 'a', filename: '', mimeType: '', size: 1, url: '' }"],
        wrong: ['{}', "'a'", "{ id: 'a', alt: '' }"],
      }
    case 'reference':
      return options?.allowMultiple === true
        ? { right: ['[]', "['a']"], wrong: ["'a'", '[1]'] }
        : { right: ["'a'"], wrong: ["['a']", '1', 'null'] }
    case 'json':
      return { right: ['null', '1', "'a'", '[{}]', '{ a: undefined }'], wrong: [] }
    default:
      return { right: ["'a'", 'String(1)'], wrong: ['1', 'true', 'null', "['a']"] }
  }
}

/** A program that uses the export: what is right must compile, and what is wrong must not. */
function usageOf(module: string, schema: readonly SchemaCollection[]): string {
  const lines = [`import type { Collections, ContentItem } from './${module}'`]
  let count = 0
  const expectFine = (type: string, value: string): void =>
    void lines.push(`export const v${++count}: ${type} = ${value}`)
  const expectWrong = (type: string, value: string): void => {
    lines.push('// @ts-expect-error')
    expectFine(type, value)
  }
  const names = schema.map(({ slug }) => JSON.stringify(slug)).join(' | ')
  expectFine(`[keyof Collections] extends [${names}] ? true : false`, 'true')
  expectFine(`[${names}] extends [keyof Collections] ? true : false`, 'true')
  for (const { slug, fields } of schema) {
    const item = `Collections['${slug}']`
    expectFine(`${item} extends ContentItem ? true : false`, 'true')
    expectFine(`${item}['type']`, `'${slug}'`)
    expectWrong(`${item}['type']`, `'${slug}_'`)
    expectFine(
      `keyof ${item}['data'] & string`,
      `null as unknown as ${fields.map((field) => `'${field.slug}'`).join(' | ') || 'never'}`,
    )
    // Every object has a constructor, as far as the compiler knows: one must be given, and is never missing.
    const given = fields.filter(({ slug: name, required }) => required || name === 'constructor')
    const member = (field: SchemaField): string => `${field.slug}: ${samplesOf(field).right[0]}`
    expectFine(`${item}['data']`, `{ ${given.map(member).join(', ')} }`)
    for (const missing of given) {
      if (missing.slug === 'constructor') continue
      expectWrong(
        `${item}['data']`,
        `{ ${given
          .filter((field) => field !== missing)
          .map(member)
          .join(', ')} }`,
      )
    }
    for (const field of fields) {
      const { right, wrong } = samplesOf(field)
      for (const value of right) expectFine(`${item}['data']['${field.slug}']`, value)
      for (const value of wrong) expectWrong(`${item}['data']['${field.slug}']`, value)
    }
  }
  return `${lines.join('\n')}\n`
}

describe('the export as TypeScript', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.close())

  async function exportOf(schema: readonly SchemaCollection[]): Promise<string> {
    for (const { slug, label } of schema) {
      dataOf(await service.ask('POST', '/schema/collections', { body: { slug, label } }), 201)
    }
    for (const { slug, fields } of schema) {
      for (const body of fields)
        dataOf(await service.ask('POST', `/schema/collections/${slug}/fields`, { body }), 201)
    }
    const { status, text } = await service.ask('GET', '/schema', { headers: { accept: 'text/typescript' } })
    expect(status, text).toBe(200)
    for (const { slug } of schema)
      dataOf(await service.ask('DELETE', `/schema/collections/${slug}?force=true`))
    return text
  }

  it('compiles for every schema, and means what the fields mean', async () => {
    const files: Record<string, string> = {}
    for (const [index, schema] of fc.sample(arbitrarySchema, 20).entries()) {
      files[`schema${index}.ts`] = await exportOf(schema)
      files[`usage${index}.ts`] = usageOf(`schema${index}`, schema)
    }
    expect(await complaintsAbout(files)).toBe('')
  })

  it('compiles for all troublesome names together', async () => {
    const types = fc.sample(arbitrarySchema, 60).flat()
    const bySlug = new Map(types.map((collection) => [collection.slug, collection]))
    const schema = [...bySlug.values()].map((collection) => ({
      ...collection,
      fields: collection.fields.filter(
        ({ options }) => options === undefined || bySlug.has(options.collection),
      ),
    }))
    expect(schema.length).toBeGreaterThan(25)
    const text = await exportOf(schema)
    const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(await complaintsAbout({ 'schema.ts': text, 'usage.ts': usageOf('schema', schema) })).toBe('')
  })

  it('is empty but for what it brings along while there are no collections', async () => {
    const text = await exportOf([])
    expect(text).toMatch(/export interface Collections \{\n\}\n$/)
    expect(await complaintsAbout({ 'schema.ts': text })).toBe('')
  })

  it('keeps labels in comments', async () => {
    const fields = [
      {
        slug: 'title',
        label: 'The */ end /* "x" `${y}` \r\n\u2028 of it',
        type: 'string',
        required: true,
      } as const,
    ]
    const text = await exportOf([{ slug: 'posts', label: '*/ export const x = 1 /**', fields }])
    expect(text).toContain('/** * / export const x = 1 /** */\nexport interface Post extends LiveItem {')
    expect(text).toContain('    /** The * / end /* "x" `${y}` of it */\n    title: string\n')
  })
})
