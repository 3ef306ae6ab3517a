import { slugify } from '@octavo/contract/slug'
import { emptyItem, type ExportItem } from '../wxr/records.ts'
import { Facts, timeText } from './facts.ts'
import { type MarkdownFile, readFrontMatter } from './front-matter.ts'
import type { Pictures } from './pictures.ts'
import { type Place, placeOf } from './places.ts'

/** keys that sites use for the picture of a post */
const pictureKeys =
  'image featured_image featuredImage feature_image cover cover_image coverImage thumbnail heroImage hero_image banner hero'.split(
    ' ',
  )

/** Makes an item of a Markdown file. Throws BrokenFrontMatter. */
export function markdownItem(path: string, text: string, pictures: Pictures): ExportItem {
  const file = readFrontMatter(text)
  const place = placeOf(path)
  const facts = new Facts(file.facts)
  const name = facts.text('slug') || place.name
  const link = linkOf(facts, place, name)
  const picture = pictureOf(facts, path, pictures)
  const title = facts.text('title') || headingOf(file) || titleOf(place.name)
  const found = pictures.within(path, file.body)
  return {
    ...emptyItem,
    type: place.type,
    line: file.line,
    id: path,
    guid: pictures.addressOf(path),
    link: pictures.publicAddressOf(link),
    title: escaped(title),
    name,
    content: file.body,
    format: 'markdown',
    excerpt: escaped(facts.text('description', 'summary', 'excerpt', 'subtitle')),
    creator: authorOf(facts),
    status: isDraft(facts, place) ? 'draft' : 'publish',
    dates: datesOf(facts, place),
    terms: termsOf(facts),
    meta: picture.path === null ? [] : [['_thumbnail_id', picture.path]],
    values: { ...facts.rest, ...picture.value, ...(place.language !== '' && { language: place.language }) },
    targets: found.targets,
    missing: [...new Set([...picture.missing, ...found.missing])],
  }
}

/** Titles of exports are HTML, those of front matter are text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function linkOf(facts: Facts, { type, date }: Place, name: string): string {
  const given = facts.text('url', 'permalink')
  if (given.startsWith('/') && !/[:{]/.test(given)) return given
  if (type === 'page') return `/${name}/`
  return date === null
    ? `/${type === 'post' ? 'posts' : type}/${name}/`
    : `/${date.replaceAll('-', '/')}/${name}.html`
}

function headingOf({ body }: MarkdownFile): string {
  const text = /^\s*#[ \t]+([^\n]{1,1000})/.exec(body)?.[1] ?? ''
  return text.replace(/[ \t#]+$/, '')
}

function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function authorOf(facts: Facts): string {
  const names = facts.list(/\s*,\s*/, 'author', 'authors')
  return names.join(', ').slice(0, 200)
}

function isDraft(facts: Facts, place: Place): boolean {
  const [draft, published] = [facts.take('draft'), facts.take('published')]
  return place.isDraft || isTrue(draft) || published === false || published === 'false'
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function datesOf(facts: Facts, place: Place): ExportItem['dates'] {
  const published = facts.take('date', 'pubDate', 'publishDate', 'published_at', 'created', 'publishedDate')
  const modified = facts.take(
    'lastmod',
    'updatedDate',
    'updated',
    'modified',
    'last_modified_at',
    'lastUpdated',
  )
  return {
    local: '',
    published: '',
    modified: '',
    gmt: timeText(published) || (place.date === null ? '' : `${place.date} 00:00:00`),
    modifiedGmt: timeText(modified),
  }
}

function termsOf(facts: Facts): ExportItem['terms'] {
  const named = [
    ...facts.list(/\s*,\s*/, 'categories', 'category').map((name) => ['category', name] as const),
    ...facts.list(/\s*,\s*|\s+/, 'tags', 'tag').map((name) => ['post_tag', name] as const),
  ]
  return named.map(([taxonomy, name]) => ({ taxonomy, slug: slugify(name) || name, name: escaped(name) }))
}

interface Picture {
  /** of a file of the tree; null without one */
  readonly path: string | null
  readonly missing: readonly string[]
  /** what stays a value, because it is no picture of the tree */
  readonly value: Readonly<Record<string, unknown>>
}

/** The picture of a post: a text, or an object that names it. */
function pictureOf(facts: Facts, path: string, pictures: Pictures): Picture {
  const key = pictureKeys.find((one) => facts.has(one))
  const given = key === undefined ? undefined : facts.take(key)
  const address = addressIn(given)
  if (key === undefined || address === '')
    return { path: null, missing: [], value: given === undefined ? {} : { [key ?? '']: given } }
  const found = pictures.find(path, address)
  // Its text and other properties stay.
  const value = typeof given === 'object' || found === null ? { [key]: given } : {}
  const isElsewhere = /^(?:https?:)?\/\//.test(address)
  return { path: found, missing: found === null && !isElsewhere ? [address] : [], value }
}

function addressIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return ''
  const { src, url, image, path } = value as Readonly<Record<string, unknown>>
  return (
    [src, url, image, path]
      .map((one) => (typeof one === 'string' ? one.trim() : ''))
      .find((one) => one !== '') ?? ''
  )
}
