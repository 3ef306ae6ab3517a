import { slugify } from '@octavo/contract/slug'
import { emptyItem, type ExportItem } from '../wxr/records.ts'
import { withoutMarksOfJekyll, withoutTemplateTags } from '../convert/template-tags.ts'
import { Facts, isZoneless, timeOf, timeText } from './facts.ts'
import { type MarkdownFile, readFrontMatter } from './front-matter.ts'
import type { SiteFiles } from './site-files.ts'
import { type PathFacts, pathFactsOf } from './path-facts.ts'

/** keys that sites use for the picture of a post */
const pictureKeys =
  'image featured_image featuredImage feature_image cover cover_image coverImage thumbnail heroImage hero_image banner hero'.split(
    ' ',
  )

/** keys that sites use for the time of publication, and for that of the last change */
const publishedKeys =
  'date pubDate publishDate publishedDate datePublished published_at publishedAt published created'.split(' ')
const modifiedKeys =
  'lastmod updatedDate updated modified last_modified_at lastUpdated updated_at updatedAt'.split(' ')

/** What the conversion of a file needs of the site. */
export interface MarkdownSite {
  readonly files: SiteFiles
  /** the time zone of times that name none */
  readonly zone: string
  /** it has the settings of Jekyll */
  readonly isOfJekyll: boolean
}

/** Makes an item of a Markdown file. Throws BrokenFrontMatter. */
export function markdownItem(
  path: string,
  text: string,
  { files, zone, isOfJekyll }: MarkdownSite,
): ExportItem {
  const file = readFrontMatter(text)
  const fromPath = pathFactsOf(path)
  const facts = new Facts(file.facts)
  const name = facts.text('slug') || fromPath.name
  const link = linkOf(facts, fromPath, { name, files })
  const picture = pictureOf(facts, path, files)
  const title = facts.text('title') || headingOf(file) || titleOfName(fromPath.name)
  const plain = withoutTemplateTags(file.body)
  const body = isOfJekyll || fromPath.isOfJekyll ? withoutMarksOfJekyll(plain) : plain
  const found = files.targetsIn(path, body, files.publicAddressOf(link))
  return {
    ...emptyItem,
    type: fromPath.type,
    line: file.line,
    id: path,
    guid: files.addressOf(path),
    link: files.publicAddressOf(link),
    title: escaped(title),
    name,
    content: body,
    format: 'markdown',
    excerpt: escaped(facts.text('description', 'summary', 'excerpt', 'subtitle')),
    creator: authorOf(facts),
    status: isDraft(facts, fromPath) ? 'draft' : 'publish',
    dates: datesOf(facts, fromPath, zone),
    terms: termsOf(facts, fromPath),
    meta: picture.path === null ? [] : [['_thumbnail_id', picture.path]],
    oldAddresses: oldAddressesOf(facts, link, files),
    // `facts.rest` has what nothing above has read.
    values: valuesOf({ ...facts.rest, ...picture.value }, fromPath, zone),
    targets: found.targets,
    missing: [...new Set([...picture.missing, ...found.missing])],
  }
}

/**
 * The values that become fields. A time without a zone gets the time zone of the site. The language that the path names
 * becomes a value too, unless front matter has one.
 */
function valuesOf(
  values: Record<string, unknown>,
  { language }: PathFacts,
  zone: string,
): Record<string, unknown> {
  const withLanguage = language === '' || Object.hasOwn(values, 'language') ? values : { ...values, language }
  // A time without a zone is read as UTC later (`key-fields.ts`).
  if (zone === 'UTC') return withLanguage
  const zoned = Object.entries(withLanguage).map(([key, value]) => {
    const time = isZoneless(value) ? timeOf(value, zone) : null
    return [key, time?.toISOString() ?? value] as const
  })
  return Object.fromEntries(zoned)
}

/** Text as HTML, which titles, excerpts and names of terms of exports are. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

interface LinkContext {
  readonly name: string
  readonly files: SiteFiles
}

/** The path on the old site. Patterns and addresses of other sites are not used as paths, and become fields. */
function linkOf(facts: Facts, fromPath: PathFacts, { name, files }: LinkContext): string {
  const { type, date } = fromPath
  const given = facts.read(['url', 'permalink'], (value) => {
    const path = typeof value === 'string' ? files.pathOf(value.trim()) : null
    return path === null || /[:{]/.test(path) ? null : path
  })
  if (given !== null) return given
  if (type === 'page') return withoutSpaces(`/${name}/`)
  if (date === null) return withoutSpaces(`/${type === 'post' ? 'posts' : type}/${name}/`)
  // A date in the name of the file is usual for Jekyll, and this is the address that Jekyll gives to posts by default.
  const folders = fromPath.isOfJekyll ? categoryFoldersOf(facts) : []
  return withoutSpaces(`/${[...folders, date.replaceAll('-', '/'), name].join('/')}.html`)
}

/** The path with the spaces of names encoded, which would be removed from an address otherwise. */
function withoutSpaces(path: string): string {
  return path.replace(/\s/g, encodeURIComponent)
}

/** The categories of a post of Jekyll as folders of its address. */
function categoryFoldersOf(facts: Facts): string[] {
  const names = [...facts.list(byCommas, 'category'), ...facts.list(byCommasOrSpaces, 'categories')]
  const folders = names.map((name) =>
    encodeURI(name.toLowerCase().toWellFormed()).replace(/[?#]/g, encodeURIComponent),
  )
  return [...new Set(folders)]
}

/** The addresses that Hugo and Jekyll redirect from; one without a leading slash begins beside the page. */
function oldAddressesOf(facts: Facts, link: string, files: SiteFiles): string[] {
  // Addresses are resolved like those in a browser, which need a host; only the path is used.
  const page = `http://site.invalid${link}`
  return facts.peekList('aliases', 'redirect_from').flatMap((given) => {
    const path = files.pathOf(given) ?? given
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return [path]
    const url = URL.parse(path.startsWith('/') ? path : `../${path}`, page.replace(/\/?$/, '/'))
    return url === null ? [] : [files.publicAddressOf(`${url.pathname}${url.search}`)]
  })
}

/** The heading at the beginning of the body, without closing `#`. */
function headingOf({ body }: MarkdownFile): string {
  const text = /^\s*#[ \t]+([^\n]{1,1000})/.exec(body)?.[1] ?? ''
  return text.replace(/[ \t#]+$/, '')
}

/** A title for people: `my-post` becomes My post. */
function titleOfName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The names of the authors as one text. */
function authorOf(facts: Facts): string {
  const names = facts.list(byCommas, 'author', 'authors')
  return names.join(', ').slice(0, 200)
}

/** Whether a text is a draft: by its folder, or by a key of its front matter. */
function isDraft(facts: Facts, fromPath: PathFacts): boolean {
  const isMarked = facts.read(['draft'], flagOf) === true
  const isHidden = facts.read(['published'], flagOf) === false
  // Sites use `status` for other things too, so it becomes a field whatever it says.
  const isUnfinished = /^(?:draft|private|pending)$/i.test(String(facts.peek('status')))
  return fromPath.isDraft || isMarked || isHidden || isUnfinished
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
}

/** The truth value that front matter states; null for another value. */
function flagOf(value: unknown): boolean | null {
  const text = String(value).trim().toLowerCase()
  return Object.hasOwn(flags, text) ? (flags[text] ?? null) : null
}

/** The times of front matter are known in UTC, so the local times and feed times that exports have stay empty. */
function datesOf(facts: Facts, fromPath: PathFacts, zone: string): ExportItem['dates'] {
  const read = (value: unknown): string | null => timeText(value, zone)
  const published = facts.read(publishedKeys, read)
  return {
    local: '',
    published: '',
    modified: '',
    gmt: published ?? (fromPath.date === null ? '' : `${fromPath.date} 00:00:00`),
    modifiedGmt: facts.read(modifiedKeys, read) ?? '',
  }
}

const byCommas = (text: string): string[] => text.split(',')

/** Jekyll divides a text at spaces; a text with commas is a list of names that can have spaces. */
const byCommasOrSpaces = (text: string): string[] => text.split(text.includes(',') ? ',' : /\s+/)

/** The categories and tags of front matter. */
function termsOf(facts: Facts, { isOfJekyll }: PathFacts): ExportItem['terms'] {
  // Elsewhere a text can be one category of several words, such as `How to`. Tags are mostly single words.
  const categories = facts.list(isOfJekyll ? byCommasOrSpaces : byCommas, 'categories')
  const named = [
    ...[...categories, ...facts.list(byCommas, 'category')].map((name) => ['category', name] as const),
    ...facts.list(byCommasOrSpaces, 'tags').map((name) => ['post_tag', name] as const),
    ...facts.list(byCommas, 'tag').map((name) => ['post_tag', name] as const),
  ]
  return named.map(([taxonomy, name]) => ({ taxonomy, slug: slugify(name) || name, name: escaped(name) }))
}

interface Picture {
  /** the path of a file of the tree, which is its id among the items; null without one */
  readonly path: string | null
  readonly missing: readonly string[]
  /** what becomes a field, by its key: an object, or a value that names no picture of the tree; else empty */
  readonly value: Readonly<Record<string, unknown>>
}

/** The picture of a post: a text, or an object that names it. */
function pictureOf(facts: Facts, path: string, files: SiteFiles): Picture {
  const key = pictureKeys.find((one) => facts.has(one))
  if (key === undefined) return { path: null, missing: [], value: {} }
  const given = facts.take(key)
  const address = addressIn(given)
  if (address === '') return { path: null, missing: [], value: { [key]: given } }
  const found = files.find(path, address)
  // An object can have an alternative text or a caption, which would be lost if it did not become a field.
  const value = typeof given === 'object' || found === null ? { [key]: given } : {}
  const isElsewhere = /^(?:https?:)?\/\//.test(address)
  return { path: found, missing: found === null && !isElsewhere ? [address] : [], value }
}

/** The address in a value: the text itself, or a member of an object. */
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
