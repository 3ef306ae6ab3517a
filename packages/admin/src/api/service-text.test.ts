import type { ImportJob } from '@octavo/contract/operations/imports'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { service } from '../texts/de/service.ts'
import { causeText } from './service-text.ts'

type Cause = ImportJob['because'][number]

const taken: Cause = { reason: 'valueTaken', params: { field: 'parent' } }
const refused = { remark: 'parentRefused', params: { fault: 'The field "parent" is unique.' } }
const status: Cause = { remark: 'otherStatus', params: { status: 'pending' } }
const pieces = (count: number): Cause => ({ remark: 'piecesLost', params: { count } })

const cases: readonly (readonly [string, readonly Cause[], string])[] = [
  ['one remark', [status], 'Sein Status war „pending“; hier ist es ein Entwurf.'],
  [
    'one piece',
    [pieces(1)],
    'Ein Bild, eine Datei oder ein Abschnitt, den es zeigt, ist nicht in der Datei.',
  ],
  [
    'several remarks in their order',
    [status, pieces(2)],
    'Sein Status war „pending“; hier ist es ein Entwurf. 2 Bilder, Dateien oder Abschnitte, die es zeigt, sind nicht in der Datei.',
  ],
  [
    'a remark with the names of its fault',
    [{ ...refused, because: [taken] }],
    'Es ließ sich nicht unter das stellen, was darüber stand. Ein anderer Eintrag hat schon diesen Wert, und er darf nur einmal vorkommen.',
  ],
  [
    'a remark whose fault has no names, as what a plugin says',
    [refused],
    'Es ließ sich nicht unter das stellen, was darüber stand. The field "parent" is unique.',
  ],
  ['a rule', [{ path: 'data.title', rule: 'required', params: {} }], 'data.title: Erforderlich'],
  ['no names', [], 'In English.'],
  ['a name of a later version', [status, { remark: 'ofTomorrow', params: {} }], 'In English.'],
]

describe('what became of a piece, in German', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'de', resources: { de: { service } }, interpolation: { escapeValue: false } })
  })

  it.each(cases)('%s', (_, because, said) => {
    expect(causeText('In English.', because)).toBe(said)
  })
})
