import type { Issue } from '@octavo/contract/errors'
import type { ImportJob } from '@octavo/contract/operations/imports'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { service } from '../texts/de/service.ts'
import { service as english } from '../texts/en/service.ts'
import { causeText, issueText } from './service-text.ts'

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
    'Es ließ sich dem übergeordneten Inhalt nicht unterordnen. Ein anderer Eintrag hat schon diesen Wert, und er darf nur einmal vorkommen.',
  ],
  [
    'a remark whose fault has no names, as what a plugin says',
    [refused],
    'Es ließ sich dem übergeordneten Inhalt nicht unterordnen. The field "parent" is unique.',
  ],
  ['a rule', [{ path: 'data.title', rule: 'required', params: {} }], 'data.title: Erforderlich'],
  ['no names', [], 'In English.'],
  ['a name of a later version', [status, { remark: 'ofTomorrow', params: {} }], 'In English.'],
]

async function start(language: string, texts: object): Promise<void> {
  await i18next.init({
    lng: language,
    resources: { [language]: { service: texts } },
    interpolation: { escapeValue: false },
  })
}

describe('what became of a piece, in German', () => {
  beforeAll(() => start('de', service))

  it.each(cases)('%s', (_, because, said) => {
    expect(causeText('In English.', because)).toBe(said)
  })
})

type Told = readonly [string, Omit<Issue, 'path'>, string]

const wrong: readonly Told[] = [
  [
    'a short text',
    { message: 'must have at least 3 characters, has 2', rule: 'tooShort', params: { least: 3, has: 2 } },
    'At least 3 characters',
  ],
  [
    'a limit of one',
    { message: 'must have at least 1 characters, has 0', rule: 'tooShort', params: { least: 1, has: 0 } },
    'At least 1 character',
  ],
  [
    'a long text, as a schema reports it',
    {
      message: 'must have at most 200 characters',
      rule: 'tooLong',
      params: { most: 200 },
    },
    'At most 200 characters',
  ],
  [
    'a number, as a schema reports it',
    { message: 'must be at least 1', rule: 'tooSmall', params: { least: 1 } },
    'At least 1',
  ],
  [
    'a list',
    { message: 'must have at most 5 entries', rule: 'tooMany', params: { most: 5 } },
    'At most 5 entries',
  ],
  [
    'a time, as people of the region write it',
    {
      message: 'must be at least 2026-01-31T09:00:00.000Z, is 2025-01-01T00:00:00.000Z',
      rule: 'tooSmall',
      params: { least: '2026-01-31T09:00:00.000Z', is: '2025-01-01T00:00:00.000Z' },
    },
    'At least 31 January',
  ],
  ['a message without a rule', { message: 'must be a plain file name' }, 'must be a plain file name'],
]

describe('what is wrong with an input, in English', () => {
  beforeAll(async () => {
    await start('en', english)
    i18next.services.formatter?.add('fullTime', (iso: string) =>
      new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    )
  })

  it.each(wrong)('%s', (_, issue, said) => {
    expect(issueText({ path: 'data.title', ...issue })).toBe(said)
  })
})
