import { fieldTypeNames } from '@octavo/contract/fields/registry'
import { describe, expect, it } from 'vitest'
import { timeAt } from '../content/calendar.ts'
import { demoCollections, demoFiles, demoTaxonomies } from '../content/site-files.ts'
import { type Data, isFileRef, mapValues } from '../content/values.ts'
import { planDemo } from './plan.ts'
import type { PlannedItem, State } from './planned-item.ts'

const now = new Date('2026-06-15T10:20:30.456Z')

function dataOf({ steps }: PlannedItem): Data[] {
  return steps.flatMap((step) => ('data' in step ? [step.data] : []))
}

describe('the plan of the demo', () => {
  const plan = planDemo(now, ['en', 'de'])
  const { items } = plan
  const originals = items.filter(({ translationOf }) => translationOf === undefined)

  it('is the same every time', () => {
    const withoutKeys = (value: unknown): string => JSON.stringify(value).replaceAll(/"_key":"\w+"/g, '')
    expect(withoutKeys(planDemo(now, ['en', 'de']).items.slice(0, 40))).toBe(withoutKeys(items.slice(0, 40)))
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

  it('shows every kind of block, and leaves no Markdown unread', () => {
    const types = new Set<unknown>()
    const text = JSON.stringify(items.map(dataOf), (name, value: unknown) => {
      if (name === '_type') types.add(value)
      return value
    })
    expect(text.includes('**')).toBe(false)
    const wanted = ['block', 'image', 'gallery', 'table', 'code', 'video', 'horizontal-rule']
    expect(wanted.filter((type) => !types.has(type))).toEqual([])
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

  it('uses every file, and each has a name and a text of its own', () => {
    const used = new Set<string>()
    mapValues(items.map(dataOf), (value) => {
      if (isFileRef(value)) used.add(value.file)
      return undefined
    })
    expect([...used].toSorted()).toEqual(demoFiles.map(({ path }) => path).toSorted())
    const alts = demoFiles.flatMap(({ alt }) => alt ?? [])
    expect(new Set(alts).size).toBe(45)
    for (const { path, at } of demoFiles) expect(timeAt(at, now).getTime(), path).toBeLessThan(now.getTime())
  })

  it('gives every place a region, and about every other recipe a tag', () => {
    const regions = new Set(
      demoTaxonomies.flatMap(({ name, terms }) => terms.map(({ slug }) => `terms/${name}/${slug}`)),
    )
    const termsOf = (collection: string): (readonly string[])[] =>
      originals
        .filter((item) => item.collection === collection)
        .map(({ steps }) =>
          steps.flatMap((step) => (step.kind === 'create' ? Object.values(step.terms ?? {}).flat() : [])),
        )
    expect(termsOf('places').every(([term = '']) => regions.has(term))).toBe(true)
    const tagged = termsOf('recipes').filter((terms) => terms.length > 0).length
    expect(tagged).toBeGreaterThan(30)
    expect(tagged).toBeLessThan(60)
  })

  it('refers to readable items only', () => {
    const hidden = items.filter(({ state }) => state === 'trashed').map(({ key }) => key)
    const text = JSON.stringify(items.map(dataOf))
    expect(hidden.filter((key) => text.includes(`{"ref":"${key}"}`))).toEqual([])
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
      const item = planDemo(now, locales).items.find(({ key }) =>
        key.startsWith('articles/the-oven-that-never-goes-out@'),
      )
      return item === undefined ? null : dataOf(item)[0]?.['title']
    }
    expect(titleOf(['en', 'fr'])).toBe('The oven that never goes out')
    expect(titleOf(['en', 'de'])).toBe('Der Ofen, der nie ausgeht')
  })
})
