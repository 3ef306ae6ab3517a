import { describe, expect, it } from 'vitest'
import { fitFields } from './field-plans.ts'
import { addKeys, fieldsOfKeys, type KeyTypes, valuesOfKeys } from './key-fields.ts'

describe('fields of keys', () => {
  it.each([
    ['2024-07-01T12:00', '2024-07-01T12:00:00.000Z'],
    ['2024-07-01 12:00:30', '2024-07-01T12:00:30.000Z'],
    ['2024-07-01', '2024-07-01T00:00:00.000Z'],
    ['2024-07-01T12:00:00+02:00', '2024-07-01T10:00:00.000Z'],
    ['2024-07-01 12:00+0200', '2024-07-01T10:00:00.000Z'],
  ])('take the time %s in UTC unless it names a zone', (given, expected) => {
    const before = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    try {
      const types: KeyTypes = {}
      addKeys(types, { event: given })
      const fields = fitFields(fieldsOfKeys(types), undefined)
      expect(valuesOfKeys(fields, { event: given })).toEqual({ event: expected })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })
})
