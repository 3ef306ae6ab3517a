import { formats } from '../model.ts'
import { categories } from '../texts/people.ts'
import { type Place, placeOf } from '../texts/places.ts'
import type { Topic } from '../texts/topic.ts'
import { topics } from '../texts/topics.ts'
import { articleText } from './article-text.ts'
import { heroOf } from './attachments.ts'
import { type Calendar, type Data, type PlannedItem, Ref, type State, stepsOf } from './planned-item.ts'
import { createRandom } from './random.ts'
import { readingMinutes } from './rich-text.ts'
import { opened } from './opening.ts'
import { authorOf } from './shelves.ts'

const perTopic = 5
const pending = new Set([9, 23, 38, 52, 66, 84, 100, 110])
const trashed = new Set([54, 71, 87, 98])
const firstScheduled = 112
const firstDraft = 117

/** the pending draft that goes live by itself */
const scheduledDraft = 110

/** One article in the order of publication: a topic, one of its titles, and the place that belongs to it. */
export interface ArticleSubject {
  readonly key: string
  readonly topic: Topic
  readonly number: number
  readonly place: Place
  readonly state: State
}

/** All articles, neighbours on different topics. */
export const articleSubjects: readonly ArticleSubject[] = Array.from(
  { length: topics.length * perTopic },
  (_, index) => {
    const topic = topics[(index * 7) % topics.length] as Topic
    const number = Math.floor(index / topics.length)
    const place = placeOf(topic.places[number] ?? '')
    return { key: `articles/${index}`, topic, number, place, state: stateOf(index) }
  },
)

function stateOf(index: number): State {
  if (index >= firstDraft) return 'draft'
  if (index >= firstScheduled) return 'scheduled'
  if (pending.has(index)) return 'pending'
  if (trashed.has(index)) return 'trashed'
  return index % 8 === 5 ? 'revised' : 'published'
}

/** The day of an article, in days from now: the old ones lie behind, the scheduled ones ahead. */
function dayOf(index: number): number {
  if (index >= firstDraft) return (index - firstDraft) * 0.5 - 5
  if (index >= firstScheduled) return (index - firstScheduled) * 2 + 1
  return opened + 5 + (index * (-opened - 7)) / firstScheduled
}

export function planArticles(calendar: Calendar): PlannedItem[] {
  return articleSubjects.map((subject, index) => {
    const { key, state } = subject
    const text = articleText({ ...subject, index })
    const at = calendar.morning(dayOf(index))
    const data: Data = {
      title: text.title,
      standfirst: text.standfirst,
      body: text.body,
      ...frame(subject, index, at),
    }
    const until = index === scheduledDraft ? calendar.morning(3) : undefined
    const steps = stepsOf(
      {
        state,
        at,
        data: { ...data, reading_minutes: readingMinutes(text.body) },
        firstDraft: { ...data, standfirst: 'To be written on the train.', body: text.firstBody },
        change: { body: text.longerBody },
        until,
      },
      calendar,
    )
    return { key, collection: 'articles', state, steps }
  })
}

/** All that stands around the text. */
function frame({ key, topic, place, number }: ArticleSubject, index: number, at: Date): Data {
  const random = createRandom(`frame ${key}`)
  return {
    author: authorOf(key),
    categories: shelvesOf(topic.category),
    place: new Ref(`places/${place.key}`),
    hero: heroOf(key, { place: place.key, category: topic.category }),
    format: random.pick(formats),
    topics: topic.tags,
    issue: Math.floor(index / 9) + 21,
    first_printed: new Date(at.getTime() - 86_400_000 * 14).toISOString(),
    featured: index % 9 === 4,
    short_link: `${topic.key}-${number + 1}`,
    related: relatedTo(index).map((other) => new Ref(other)),
    sources: {
      interviews: random.whole(1, 5),
      visited: random.next() < 0.8,
      notes: `notebook ${random.whole(3, 60)}, page ${random.whole(1, 90)}`,
    },
  }
}

function shelvesOf(category: string): Ref[] {
  const parent = categories.find(({ key }) => key === category)?.parent ?? null
  return [category, ...(parent === null ? [] : [parent])].map((key) => new Ref(`categories/${key}`))
}

/** Earlier articles that visitors can read: on the same topic, and from the same place. */
function relatedTo(index: number): string[] {
  const subject = articleSubjects[index] as ArticleSubject
  return articleSubjects
    .slice(0, index)
    .filter(
      ({ state, topic, place }) =>
        state !== 'trashed' && (topic === subject.topic || place === subject.place),
    )
    .slice(-3)
    .map(({ key }) => key)
}
