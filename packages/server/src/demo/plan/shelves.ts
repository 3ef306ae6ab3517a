import { categories, people } from '../texts/people.ts'
import { type Place, places } from '../texts/places.ts'
import { portraitOf, viewOf } from './attachments.ts'
import { type Calendar, type PlannedItem, Ref, stepsOf } from './planned-item.ts'
import { opened } from './opening.ts'
import { createRandom } from './random.ts'
import { richText } from './rich-text.ts'

/** Categories, authors and places: what the rest refers to. */
export function planShelves(calendar: Calendar): PlannedItem[] {
  return [...planCategories(calendar), ...planAuthors(calendar), ...planPlaces(calendar)]
}

function planCategories(calendar: Calendar): PlannedItem[] {
  return categories.map(({ key, parent, name, color, tagline }, index) => ({
    key: `categories/${key}`,
    collection: 'categories',
    state: 'published',
    steps: stepsOf(
      {
        state: 'published',
        at: calendar.morning(opened),
        data: {
          name,
          tagline,
          color,
          position: index,
          ...(parent !== null && { parent: new Ref(`categories/${parent}`) }),
        },
      },
      calendar,
    ),
  }))
}

function planAuthors(calendar: Calendar): PlannedItem[] {
  return people.map((person, index) => ({
    key: `authors/${index}`,
    collection: 'authors',
    state: 'published',
    steps: stepsOf(
      {
        state: 'published',
        at: calendar.morning(opened + 1),
        data: {
          name: person.name,
          email: person.email,
          position: person.position,
          bio: richText(person.bio),
          portrait: portraitOf(index),
          languages: person.languages,
          since: `${person.since}-01T09:00:00Z`,
          on_masthead: person.position !== 'contributor',
          links: { page: `https://kiln-and-quay.example/people/${index + 1}`, letters: true },
        },
      },
      calendar,
    ),
  }))
}

/** the place whose page is being rewritten */
const placeInWork = 'marseille'

function planPlaces(calendar: Calendar): PlannedItem[] {
  return places.map((place, index) => {
    const state = place.key === placeInWork ? 'pending' : 'published'
    return {
      key: `places/${place.key}`,
      collection: 'places',
      state,
      steps: stepsOf(
        {
          state,
          at: calendar.morning(opened + 2 + index / 4),
          data: placeData(place),
          change: { summary: `${place.summary} Now with the new ferry.` },
        },
        calendar,
      ),
    }
  })
}

function placeData(place: Place): Record<string, unknown> {
  return {
    name: place.name,
    local_name: place.localName,
    country: place.country,
    summary: place.summary,
    location: { latitude: place.latitude, longitude: place.longitude },
    elevation: place.elevation,
    known_for: place.knownFor,
    photo: viewOf(place.key),
  }
}

/** An author of the magazine, the same for the same key. */
export function authorOf(key: string): Ref {
  return new Ref(`authors/${createRandom(`author ${key}`).whole(0, people.length - 1)}`)
}
