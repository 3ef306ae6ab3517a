import { germanClosings, germanHeadings, germanMiddles, germanTopics } from '../texts/german.ts'
import { categories } from '../texts/people.ts'
import { places } from '../texts/places.ts'
import { fill, fillAll } from '../texts/slots.ts'
import { type ArticleSubject, articleSubjects } from './articles.ts'
import { type Calendar, type Data, type PlannedItem, type State, stepsOf } from './planned-item.ts'
import { createRandom } from './random.ts'
import { methodOf, recipeSubjects } from './recipes.ts'
import { readingMinutes, richText } from './rich-text.ts'

interface Translation {
  readonly of: string
  readonly state: 'published' | 'draft'
  readonly data: Data
}

/**
 * Translations of part of the items. There is German material; in any other language the items keep their English
 * words, so that at least the way translations work can be seen.
 */
export function planTranslations(
  originals: readonly PlannedItem[],
  locale: string,
  calendar: Calendar,
): PlannedItem[] {
  const byKey = new Map(originals.map((item) => [item.key, item]))
  const isGerman = /^de\b/i.test(locale)
  return germanTranslations().flatMap(({ of, state, data }) => {
    const original = byKey.get(of)
    const [first] = original?.steps ?? []
    if (original === undefined || first === undefined) return []
    const words = isGerman ? data : englishWords(original, Object.keys(data))
    const at = new Date(first.at.getTime() + 86_400_000 * 4)
    const steps = stepsOf({ state, at, data: words }, calendar)
    return [
      { key: `${of}@${locale}`, collection: original.collection, state, steps, locale, translationOf: of },
    ]
  })
}

function englishWords({ steps }: PlannedItem, fields: readonly string[]): Data {
  const all: Data = Object.assign({}, ...steps.map((step) => ('data' in step ? step.data : {})))
  return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]))
}

function germanTranslations(): Translation[] {
  return [
    ...categories.map(({ key, german }): Translation => ({
      of: `categories/${key}`,
      state: 'published',
      data: { ...german },
    })),
    ...places.map(({ key, german }): Translation => ({
      of: `places/${key}`,
      state: 'published',
      data: { ...german },
    })),
    ...articleSubjects.flatMap(articleInGerman),
    ...recipesInGerman(),
  ]
}

const isReadable = (state: State): boolean =>
  state !== 'trashed' && state !== 'draft' && state !== 'scheduled'

function articleInGerman({ key, topic, number, place, state }: ArticleSubject, index: number): Translation[] {
  const german = germanTopics[topic.key]
  if (german === undefined || number !== (german.of ?? 0) || !isReadable(state)) return []
  const random = createRandom(`german ${key}`)
  const slots = { place: place.german.name, person: random.pick(place.people) }
  const [opening = '', ...rest] = german.paragraphs
  const lines = [
    opening,
    `## ${random.pick(germanHeadings)}`,
    ...rest,
    `> ${german.quote}`,
    random.pick(germanMiddles),
    random.pick(germanClosings),
  ]
  const body = richText(fillAll(lines, slots))
  const { title, standfirst } = german
  const data = { title, standfirst: fill(standfirst, slots), body, reading_minutes: readingMinutes(body) }
  return [{ of: key, state: index % 6 === 3 ? 'draft' : 'published', data }]
}

function recipesInGerman(): Translation[] {
  return recipeSubjects.flatMap(({ key, dish, variant, state }): Translation[] => {
    const { german } = variant
    if (german === undefined || !isReadable(state)) return []
    const { summary, steps, tip } = dish.german
    return [
      {
        of: key,
        state: 'published',
        data: { title: german.title, summary, method: methodOf(steps, tip, german) },
      },
    ]
  })
}
