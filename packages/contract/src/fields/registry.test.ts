import { describe, expect, it } from 'vitest'
import { encodingOf, hasScalars } from './facts.ts'
import type { FieldEnvironment, FieldSettings } from './field-type.ts'
import { fieldTypeNames, fieldTypes } from './registry.ts'

const environment: FieldEnvironment = { pattern: () => ({ matches: () => true, longest: 100 }) }

const least: Record<string, Partial<FieldSettings>> = {
  select: { validation: { options: ['a', 'b'] } },
  multiSelect: { validation: { options: ['a', 'b'] } },
  reference: { options: { collection: 'posts' } },
}

const settingsOf = (name: string): FieldSettings => ({
  slug: 'field',
  required: false,
  validation: {},
  options: {},
  ...least[name],
})

it('has every field type with its column type', () => {
  expect(Object.fromEntries(Object.entries(fieldTypes).map(([name, { column }]) => [name, column]))).toEqual({
    string: 'TEXT',
    text: 'TEXT',
    number: 'REAL',
    integer: 'INTEGER',
    boolean: 'INTEGER',
    datetime: 'TEXT',
    select: 'TEXT',
    multiSelect: 'JSON',
    portableText: 'JSON',
    image: 'TEXT',
    file: 'TEXT',
    reference: 'TEXT',
    json: 'JSON',
    slug: 'TEXT',
  })
})

describe.each(fieldTypeNames)('the type %s', (name) => {
  const type = fieldTypes[name]
  const field = settingsOf(name)

  it('goes by its name and says what it is', () => {
    expect(type.name).toBe(name)
    expect(type.summary).toMatch(/\.$/)
  })

  it('takes its own example as it stands', () => {
    const example = type.example(field)
    expect(type.value(field, environment).parse(example)).toStrictEqual(example)
  })

  it.each(type.widerTypes.length === 0 ? [name] : type.widerTypes)(
    'keeps a value that becomes %s',
    (wider) => {
      const value = type.value(field, environment).parse(type.example(field))
      expect(fieldTypes[wider].value(settingsOf(wider), environment).parse(value)).toStrictEqual(value)
      expect(fieldTypes[wider].encoding === 'json').toBe(type.encoding === 'json')
      expect(fieldTypes[wider].linksBy).toBe(type.linksBy)
    },
  )
})

it('a reference changes its form with allowMultiple', () => {
  const one = settingsOf('reference')
  const several: FieldSettings = { ...one, options: { collection: 'posts', allowMultiple: true } }
  const type = fieldTypes.reference
  const read = ({ options }: FieldSettings) => [encodingOf(type, options), hasScalars(type, options)]
  expect([one, several].map((field) => [...read(field), type.typescript(field)])).toEqual([
    ['text', true, 'Reference<"posts">'],
    ['json', false, 'Reference<"posts">[]'],
  ])
})
