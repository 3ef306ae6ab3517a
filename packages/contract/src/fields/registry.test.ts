import { describe, expect, it } from 'vitest'
import { type FieldEnvironment, type FieldSettings, fieldTypeNames } from './field-type.ts'
import { fieldTypes } from './registry.ts'
import { widerTypes } from './wider-types.ts'

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
  expect(Object.keys(fieldTypes).toSorted()).toEqual([...fieldTypeNames].toSorted())
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

  it.each(widerTypes[name].length === 0 ? [name] : widerTypes[name])(
    'keeps a value that becomes %s',
    (wider) => {
      const value = type.value(field, environment).parse(type.example(field))
      expect(fieldTypes[wider].value(settingsOf(wider), environment).parse(value)).toStrictEqual(value)
      expect(fieldTypes[wider].encoding(settingsOf(wider)) === 'json').toBe(type.encoding(field) === 'json')
      expect(fieldTypes[wider].linksBy).toBe(type.linksBy)
    },
  )
})

it('a reference changes its form with allowMultiple', () => {
  const one = settingsOf('reference')
  const several: FieldSettings = { ...one, options: { collection: 'posts', allowMultiple: true } }
  const { encoding, isScalar, typescript } = fieldTypes.reference
  expect([one, several].map((field) => [encoding(field), isScalar(field), typescript(field)])).toEqual([
    ['text', true, 'Reference<"posts">'],
    ['json', false, 'Reference<"posts">[]'],
  ])
})
