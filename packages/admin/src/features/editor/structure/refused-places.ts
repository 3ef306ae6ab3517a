import type { RefusedPlace } from '../autosave/state.ts'

/** All messages about exactly this place; undefined if there are none. */
export function messageAt(places: readonly RefusedPlace[], path: string): string | undefined {
  return joined(places.filter((place) => place.path === path).map(({ message }) => message))
}

/** All messages about a place and about places below it; the latter begin with their path from there. */
export function messageAround(places: readonly RefusedPlace[], path: string): string | undefined {
  const below = placesBelow(places, path).map((place) => `${place.path}: ${place.message}`)
  return joined([messageAt(places, path) ?? [], below].flat())
}

/** What is wrong below a place, with paths from there. */
export function placesBelow(places: readonly RefusedPlace[], path: string): RefusedPlace[] {
  return places
    .filter((place) => isBelow(place.path, path))
    .map((place) => ({ ...place, path: place.path.slice(path === '' ? 0 : path.length + 1) }))
}

/** Whether a path is below another one, as `faq.2.question` is below `faq.2`. */
export function isBelow(path: string, other: string): boolean {
  return other === '' ? path !== '' : path.startsWith(`${other}.`)
}

function joined(messages: readonly string[]): string | undefined {
  return messages.length === 0 ? undefined : [...new Set(messages)].join('; ')
}
