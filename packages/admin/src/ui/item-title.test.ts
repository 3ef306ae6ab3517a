import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { lists as german } from '../texts/de/lists.ts'
import { lists } from '../texts/en/lists.ts'
import { inSentence, readableName, titleOf } from './item-title.ts'

const id = '01JZ0000000000000000000000'
const slug = id.toLowerCase()

describe('the name of an item', () => {
  beforeAll(() =>
    i18next.init({ lng: 'en', resources: { en: { lists }, de: { lists: german } } }).then(() => undefined),
  )

  it('is its title, its name or a slug that was chosen', () => {
    expect(titleOf({ id, slug, data: { title: 'Bread', name: 'Rye' } })).toBe('Bread')
    expect(titleOf({ id, slug, data: { title: ' ', name: 'Rye' } })).toBe('Rye')
    expect(titleOf({ id, slug: 'bread', data: { title: null } })).toBe('bread')
  })

  it('never is its id', async () => {
    expect(titleOf({ id, slug })).toBe('Item without a title')
    expect(readableName({ id, name: slug }, 'Article')).toBe('Article without a title')
    expect(readableName({ id, name: 'bread' }, 'Article')).toBe('bread')
    await i18next.changeLanguage('de')
    expect(readableName({ id, name: slug }, 'Artikel')).toBe('Artikel ohne Titel')
  })
})

describe('a name in a sentence', () => {
  it.each([
    ['', ''],
    ['Bread', 'Bread'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(80)} …`],
    ['W'.repeat(10_000), `${'W'.repeat(80)} …`],
    [`${'a'.repeat(79)} bc`, `${'a'.repeat(79)} …`],
    ['🍞'.repeat(80), '🍞'.repeat(80)],
    ['🍞'.repeat(500), `${'🍞'.repeat(80)} …`],
  ])('%s', (name, shown) => {
    expect(inSentence(name)).toBe(shown)
  })
})
