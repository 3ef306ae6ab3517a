import { type ItemData, itemData, withMarkers } from '../data/text.ts'
import { usual } from '../sections/sizes.ts'
import { postCount } from './peer.ts'

export interface Post extends ItemData {
  readonly slug: string
  readonly createdAt: string
}

const first = Date.UTC(2024, 0, 1)

/** The posts of the data set of Octavo, oldest first, one per second. */
export function* posts(): Generator<Post> {
  for (let index = 0; index < postCount; index++) {
    const data = withMarkers(itemData(index, usual.bodyBytes), index)
    yield { ...data, slug: slugOf(data.title), createdAt: new Date(first + index * 1000).toISOString() }
  }
}

/** New posts; a number takes the place of `{{count}}`, so that no two have the same title or slug. */
export const newPosts: readonly Post[] = Array.from({ length: 50 }, (_, index) => {
  const data = itemData(20_000 + index, usual.bodyBytes)
  const title = `${data.title} {{count}}`
  return { ...data, title, slug: slugOf(title), createdAt: '' }
})

/** A sample in no order that an index has, as the data set has it. */
export function scattered<Entry>(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((_, index) => entries[(index * 611_953) % entries.length] ?? [])
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
