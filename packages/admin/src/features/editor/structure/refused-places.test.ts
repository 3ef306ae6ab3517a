import { OctavoApiError } from '@octavo/client/session-client'
import { expect, it } from 'vitest'
import { outcomeOf } from '../autosave/outcome.ts'
import { messageAround, messageAt, placesBelow } from './refused-places.ts'

it('keeps all issues of a structure: of the whole value, of its places, and several of one place', () => {
  const issues = [
    { path: 'data.team[0].name', message: 'too long' },
    { path: 'data.team', message: 'needs a baker' },
    { path: 'data.team[0].name', message: 'not a name' },
    { path: 'data.team', message: 'needs a cook' },
    { path: 'data.team[1].text.0.url', message: 'no address' },
    { path: 'data.team[1].text.2.children.0', message: 'too long' },
  ]
  const refusal = { code: 'VALIDATION_ERROR', status: 400, details: { issues } } as const
  const outcome = outcomeOf(new OctavoApiError('The input is not valid', refusal))
  if (outcome.kind !== 'refused') throw new Error(outcome.kind)
  const places = outcome.places?.['team'] ?? []
  expect(messageAt(places, '')).toBe('needs a baker; needs a cook')
  expect(messageAt(places, '0.name')).toBe('too long; not a name')
  expect(messageAt(places, '1.text')).toBeUndefined()
  expect(messageAround(places, '1.text')).toBe('0.url: no address; 2.children.0: too long')
  expect(placesBelow(places, '1.text')).toEqual([
    { path: '0.url', message: 'no address' },
    { path: '2.children.0', message: 'too long' },
  ])
  expect(placesBelow(places, '').map(({ path }) => path)).toEqual([
    '0.name',
    '0.name',
    '1.text.0.url',
    '1.text.2.children.0',
  ])
  expect(outcome.byKey).toEqual({ team: '0.name: too long' })
})
