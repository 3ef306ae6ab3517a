import { type Gathering, gatherings } from '../texts/events.ts'
import { placeOf } from '../texts/places.ts'
import { capitalised, fill, fillAll } from '../texts/slots.ts'
import type { Topic } from '../texts/topic.ts'
import { topics } from '../texts/topics.ts'
import { slotsOf } from './article-text.ts'
import type { PlannedFile } from './attachments.ts'
import {
  type Calendar,
  type Data,
  Media,
  type PlannedItem,
  Ref,
  type State,
  stepsOf,
} from './planned-item.ts'
import { opened } from './opening.ts'
import { createRandom } from './random.ts'
import { plainLines, richText } from './rich-text.ts'
import { authorOf } from './shelves.ts'

const count = 40
const pending = new Set([8, 27])
const trashed = new Set([14])
const firstScheduled = 34
const firstDraft = 36

/** days between two events, and how many of them lie behind */
const rhythm = 9
const behind = 22

const hour = 3_600_000
const day = 24 * hour

function stateOf(index: number): State {
  if (index >= firstDraft) return 'draft'
  if (index >= firstScheduled) return 'scheduled'
  if (pending.has(index)) return 'pending'
  return trashed.has(index) ? 'trashed' : 'published'
}

export function planEvents(calendar: Calendar): PlannedItem[] {
  return Array.from({ length: count }, (_, index) => {
    const state = stateOf(index)
    const key = `events/${index}`
    const { data, startsAt } = eventData(key, index, calendar)
    const announced =
      state === 'scheduled'
        ? calendar.morning(index - firstScheduled + 4)
        : new Date(startsAt.getTime() - 60 * day)
    const change = { sold_out: true, venue: 'Moved to the hall across the street' }
    return {
      key,
      collection: 'events',
      state,
      steps: stepsOf({ state, at: announced, data, change }, calendar),
    }
  })
}

const programmeKey = 'programme'

/** What happens at a workshop, which is the same at each of them. */
export function planProgramme(calendar: Calendar): PlannedFile {
  const workshop = gatherings.find(({ kind }) => kind === 'workshop') ?? (gatherings[0] as Gathering)
  const slots = { person: 'your host', maker: 'maker' }
  const lines = plainLines(richText(fillAll(workshop.description, slots)))
  return {
    key: programmeKey,
    filename: 'programme-of-our-workshops.txt',
    at: calendar.morning(opened + 40),
    content: { kind: 'text', mimeType: 'text/plain', text: ['Workshops', '', ...lines, ''].join('\n') },
  }
}

function eventData(key: string, index: number, calendar: Calendar): { data: Data; startsAt: Date } {
  const random = createRandom(key)
  const gathering = gatherings[index % gatherings.length] as Gathering
  // The second time round every kind of event meets other crafts.
  const round = Math.floor(index / topics.length)
  const topic = topics[(index * 3 + round * 7) % topics.length] as Topic
  const place = placeOf(random.pick(topic.places))
  const slots = slotsOf(topic, place, random)
  const title = capitalised(
    fill(gathering.titles[Math.floor(index / gatherings.length) % gathering.titles.length] ?? '', slots),
  )
  const startsAt = new Date(calendar.morning((index - behind) * rhythm).getTime())
  startsAt.setUTCHours(random.whole(8, 18), 0, 0, 0)
  const endsAt = new Date(startsAt.getTime() + gathering.hours * hour)
  const description = richText(fillAll(gathering.description, slots))
  const data: Data = {
    title,
    kind: gathering.kind,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    place: new Ref(`places/${place.key}`),
    venue: fill(gathering.venue, slots),
    hosts: [...new Set([authorOf(key).key, authorOf(`${key} too`).key])].map((author) => new Ref(author)),
    description,
    price: gathering.price,
    seats: gathering.seats,
    sold_out: index < behind && random.next() < 0.4,
    booking_code: `${gathering.kind} ${place.key} ${index + 1}`,
    ...(gathering.kind === 'workshop' && {
      programme: new Media(programmeKey),
    }),
    contact: { email: 'events@kiln-and-quay.example', answersWithin: { days: 2 } },
  }
  return { data, startsAt }
}
