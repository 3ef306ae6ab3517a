import { fieldTypeNames } from '@octavo/contract/fields/field-type'
import { describe, expect, it } from 'vitest'
import { demoCollections } from '../model.ts'
import { planDemo } from './plan.ts'
import { type Data, Media, type PlannedItem, type State } from './planned-item.ts'

const now = new Date('2026-06-15T10:20:30.456Z')

function dataOf({ steps }: PlannedItem): Data[] {
  return steps.flatMap((step) => ('data' in step ? [step.data] : []))
}

describe('the plan of the demo', () => {
  const plan = planDemo(now, ['en', 'de'])
  const { items, files, taxonomies } = plan
  const originals = items.filter(({ translationOf }) => translationOf === undefined)

  it('is the same every time', () => {
    expect(planDemo(now, ['en', 'de'])).toEqual(plan)
    expect(plan).toMatchObject({ locale: 'en', translatedTo: 'de' })
  })

  it('uses every type of field', () => {
    const used = new Set(demoCollections.flatMap(({ fields }) => fields.map(({ type }) => type)))
    expect([...used].toSorted()).toEqual(fieldTypeNames.toSorted())
  })

  it('has items in every state', () => {
    const count = (...states: State[]): number =>
      originals.filter(({ state }) => states.includes(state)).length
    expect(originals.length).toBe(303)
    expect(count('draft')).toBe(19)
    expect(count('scheduled')).toBe(10)
    expect(count('pending')).toBe(16)
    expect(count('trashed')).toBe(8)
    expect(count('revised')).toBe(20)
  })

  it('gives every item a title of its own', () => {
    const titles = items.flatMap((item) => {
      const [data = {}] = dataOf(item)
      return [`${item.collection} ${item.locale} ${String(data['title'] ?? data['name'])}`]
    })
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('fills every slot and closes every mark', () => {
    const text = JSON.stringify(items.map(dataOf))
    expect(text.match(/\{\w+\}/g)).toBeNull()
    expect(text.includes('undefined')).toBe(false)
    expect(text.includes('**')).toBe(false)
  })

  it('does nothing in the future, and schedules nothing in the past', () => {
    for (const { key, steps } of items) {
      const times = steps.map(({ at }) => at.getTime())
      expect(times, key).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1), key).toBeLessThan(now.getTime())
      for (const step of steps)
        if (step.kind === 'schedule') expect(step.until.getTime(), key).toBeGreaterThan(now.getTime())
    }
  })

  it('has every file that items refer to once, under a name and a text of its own', () => {
    const used = new Set(
      items.flatMap(dataOf).flatMap((data) => Object.values(data).filter((value) => value instanceof Media)),
    )
    const keys = files.map(({ key }) => key)
    expect([...new Set([...used].map(({ key }) => key))].toSorted()).toEqual(keys.toSorted())
    expect(new Set(files.map(({ filename }) => filename)).size).toBe(files.length)
    const alts = files.flatMap(({ alt }) => alt ?? [])
    expect(new Set(alts).size).toBe(45)
    for (const { key, at } of files) expect(at.getTime(), key).toBeLessThan(now.getTime())
  })

  it('gives every place a region, and about every other recipe a tag', () => {
    const regions = new Set(taxonomies.flatMap(({ terms }) => terms.map(({ key }) => key)))
    const termsOf = (collection: string): (readonly string[])[] =>
      originals
        .filter((item) => item.collection === collection)
        .map(({ steps }) => steps.flatMap((step) => (step.kind === 'terms' ? step.terms : [])))
    expect(termsOf('places').every(([term = '']) => regions.has(term))).toBe(true)
    const tagged = termsOf('recipes').filter((terms) => terms.length > 0).length
    expect(tagged).toBeGreaterThan(30)
    expect(tagged).toBeLessThan(60)
  })

  it('refers to readable items only', () => {
    const hidden = items.filter(({ state }) => state === 'trashed').map(({ key }) => key)
    const text = JSON.stringify(items.map(dataOf))
    expect(hidden.filter((key) => text.includes(`{"key":"${key}"}`))).toEqual([])
  })

  it.each([
    [['en'], 'en', null],
    [['de', 'en'], 'en', 'de'],
    [['fr', 'ja'], 'fr', 'ja'],
    [['en-GB', 'fr', 'de-AT'], 'en-GB', 'de-AT'],
  ])('with the locales %j writes in %s and translates into %s', (locales, locale, translatedTo) => {
    expect(planDemo(now, locales)).toMatchObject({ locale, translatedTo })
  })

  it('keeps its English words where it has no others', () => {
    const titleOf = (locales: string[]): unknown => {
      const item = planDemo(now, locales).items.find(({ key }) => key.startsWith('articles/0@'))
      return item === undefined ? null : dataOf(item)[0]?.['title']
    }
    expect(titleOf(['en', 'fr'])).toBe('The oven that never goes out')
    expect(titleOf(['en', 'de'])).toBe('Der Ofen, der nie ausgeht')
  })
})
