import { createHash } from 'node:crypto'
import type { Scene } from '../drawing/scene.ts'
import { people } from '../texts/people.ts'
import { coursePictures, type PictureText, shelfPictures, views } from '../texts/pictures.ts'
import { createRandom } from './random.ts'
import { type Calendar, Media } from './planned-item.ts'
import { opened } from './opening.ts'

/** A file that is to be in the media library. */
export interface PlannedFile {
  readonly key: string
  readonly filename: string
  readonly at: Date
  readonly alt?: string
  readonly caption?: string
  readonly content: PictureContent | TextContent
}

export interface PictureContent {
  readonly kind: 'picture'
  readonly scene: Scene
  readonly width: number
  readonly height: number
}

export interface TextContent {
  readonly kind: 'text'
  readonly mimeType: string
  readonly text: string
}

const landscape = { width: 1600, height: 1000 }
const upright = { width: 640, height: 800 }

/** All pictures of the magazine, from its first day to last week. */
export function planPictures(calendar: Calendar): PlannedFile[] {
  const portraits = people.map(({ name }, index): PlannedFile => ({
    key: portraitKey(index),
    filename: `portrait-${String(index + 1).padStart(2, '0')}-${initialsOf(name)}.jpg`,
    alt: `Portrait of ${name}`,
    at: calendar.morning(opened),
    content: { kind: 'picture', scene: 'portrait', ...upright },
  }))
  const pictures = [
    ...views.map((view) => ({ key: viewKey(view.key), ...of(view) })),
    ...shelfPictures.map((one) => ({ key: `pictures/shelf/${one.key}`, ...of(one) })),
    ...coursePictures.map((one) => ({ key: `pictures/course/${one.key}`, ...of(one) })),
  ]
  const days = (-opened - 8) / pictures.length
  // The library shows the newest first: a mixture, not one kind after the other.
  const mixed = pictures.toSorted((a, b) => (digest(a.key) < digest(b.key) ? -1 : 1))
  return [
    ...portraits,
    ...mixed.map((one, index) => ({ ...one, at: calendar.morning(opened + 1 + index * days) })),
  ]
}

function of({ scene, filename, alt, caption }: PictureText): Omit<PlannedFile, 'key' | 'at'> {
  return {
    filename,
    alt,
    ...(caption !== undefined && { caption }),
    content: { kind: 'picture', scene, ...landscape },
  }
}

function initialsOf(name: string): string {
  const initials = name.split(' ').map((part) => part.normalize('NFD').charAt(0).toLowerCase())
  return initials.join('').replaceAll(/[^a-z]/g, '') || 'xx'
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const viewKey = (key: string): string => `pictures/view/${key}`
const portraitKey = (index: number): string => `pictures/portrait/${index}`

export function portraitOf(index: number): Media {
  return new Media(portraitKey(index))
}

/** The view that shows a place. */
export function viewOf(place: string): Media {
  const view = views.find(({ places }) => places.includes(place))
  if (view === undefined) throw new Error(`No picture shows the place ${place}.`)
  return new Media(viewKey(view.key))
}

/** What an article is shown with: its place, or the work that it is about. */
export function heroOf(key: string, { place, category }: { place: string; category: string }): Media {
  const isOfPlace = createRandom(`hero ${key}`).next() < 0.45
  return isOfPlace ? viewOf(place) : new Media(`pictures/shelf/${category}`)
}

export function pictureOfCourse(course: string): Media {
  return new Media(`pictures/course/${course}`)
}
