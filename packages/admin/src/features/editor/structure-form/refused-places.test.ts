import { OctavoApiError } from '@octavo/client/session-client'
import { expect, it } from 'vitest'
import { outcomeOf } from '../autosave/outcome.ts'
import { messageAround, messageAt } from './use-structure.ts'

it('keeps all issues of a structure: of the whole value, of its places, and several of one place', () => {
  const issues = [
    { path: 'data.team[0].name', message: 'too long' },
    { path: 'data.team', message: 'needs a baker' },
    { path: 'data.team[0].name', message: 'not a name' },
    { path: 'data.team', message: 'needs a cook' },
    { path: 'data.team[1].text.0.url', message: 'no address' },
  ]
  const refusal = { code: 'VALIDATION_ERROR', status: 400, details: { issues } } as const
  const outcome = outcomeOf(new OctavoApiError('The input is not valid', refusal))
  if (outcome.kind !== 'refused') throw new Error(outcome.kind)
  const places = outcome.places?.['team'] ?? []
  expect(messageAt(places, '')).toBe('needs a baker; needs a cook')
  expect(messageAt(places, '0.name')).toBe('too long; not a name')
  expect(messageAt(places, '1.text')).toBeUndefined()
  expect(messageAround(places, '1.text')).toBe('0.url: no address')
  expect(outcome.byKey).toEqual({ team: '0.name: too long' })
})
