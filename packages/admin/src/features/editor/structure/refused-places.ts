import type { RefusedPlace } from '../autosave/state.ts'

/** All messages about exactly this place. */
export function messageAt(places: readonly RefusedPlace[], path: string): string | undefined {
  return joined(places.filter((place) => place.path === path).map(({ message }) => message))
}

/** All messages about a place and about places below it, which begin with the rest of the path. */
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

/** Whether a path is below another one. */
export function isBelow(place: string, path: string): boolean {
  return path === '' ? place !== '' : place.startsWith(`${path}.`)
}

function joined(messages: readonly string[]): string | undefined {
  return messages.length === 0 ? undefined : [...new Set(messages)].join('; ')
}
