import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { lists as german } from '../../texts/de/lists.ts'
import { lists } from '../../texts/en/lists.ts'
import { pickText } from './pick-text.ts'

describe('the text of a picker', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'en', resources: { en: { lists }, de: { lists: german } } })
  })

  it.each([
    ['en', 'Writer', 'Choose a Writer'],
    ['en', 'Article', 'Choose an Article'],
    ['en', 'Unit', 'Choose a Unit'],
    ['en', undefined, 'Choose an item'],
    ['de', 'Autor', 'Autor auswählen'],
    ['de', 'Person', 'Person auswählen'],
    ['de', undefined, 'Eintrag auswählen'],
  ])('%s: %s', async (language, labelSingular, said) => {
    await i18next.changeLanguage(language)
    expect(pickText(labelSingular === undefined ? undefined : { labelSingular })).toBe(said)
  })
})
