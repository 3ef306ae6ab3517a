/** A program that reads the magazine of `setup/magazine.ts`, as its authors would write it: what is wrong must not compile. */
export const typedUsage = `import { ApiError, createClient, follow, type Page } from '@octavo/client'
import type { PortableTextBlock as TextBlock, PortableTextMarkDefinition, PortableTextSpan, TypedObject } from '@portabletext/types'
import type { Category, Collections, OtherBlock, Post, PostDraft, PortableTextBlock, Reference, Site } from './octavo'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => undefined

const octavo = createClient<Site>({ url: 'https://cms.example.com', token: 'x', cache: 'force-cache', next: { tags: ['octavo'], revalidate: 60 } })

// Items
const page = await octavo.posts.list()
same<(typeof page.items)[number], Post>(true)
for (const post of page.items) {
  same<typeof post.data.title, string>(true)
  same<typeof post.data.teaser, string | undefined>(true)
  same<typeof post.data.rating, number | undefined>(true)
  same<typeof post.data.issue, number>(true)
  same<typeof post.data.featured, boolean | undefined>(true)
  same<typeof post.data.day, string | undefined>(true)
  same<typeof post.data.format, 'essay' | 'guide' | undefined>(true)
  same<typeof post.data.moods, ('calm' | 'loud')[] | undefined>(true)
  same<typeof post.data.author, Reference<'authors'>>(true)
  same<typeof post.data.extra, unknown>(true)
  same<typeof post.status, 'published'>(true)
  same<typeof post.publishedAt, string>(true)
  same<typeof post.scheduledAt, null>(true)
  same<typeof post.url, string>(true)
  const width: number | undefined = post.data.cover?.width
  const size: number | undefined = post.data.score?.size
  const categories: string[] | undefined = post.data.categories
  // @ts-expect-error -- a field that there is not
  post.data.titel
  // @ts-expect-error -- terms come with \`include\` alone
  post.terms
  // @ts-expect-error -- a reference to another collection
  const wrong: Reference<'categories'> = post.data.author
  void [width, size, categories, wrong]
}
same<(typeof page)['included'], undefined>(true)
same<Collections['categories']['url'], undefined>(true)
same<Collections['events']['url'], string | undefined>(true)

// Drafts
const drafts = await octavo.posts.list({ view: 'latest' })
for (const draft of drafts.items) {
  same<typeof draft, PostDraft>(true)
  same<typeof draft.data.title, string | undefined>(true)
  same<typeof draft.data.author, Reference<'authors'> | undefined>(true)
  same<typeof draft.status, 'draft' | 'published' | 'scheduled'>(true)
  same<typeof draft.publishedAt, string | null>(true)
  const missing: string[] | undefined = draft.missing
  void missing
}

// Filters
await octavo.posts.list({
  where: {
    title: { startsWith: 'A', ne: 'Abc' },
    rating: { gte: 4, lt: 5 },
    issue: 3,
    featured: true,
    day: { gt: '2026-01-01T00:00:00Z' },
    format: { in: ['essay'] },
    moods: { contains: 'calm' },
    author: 'x',
    categories: { in: ['x'] },
    extra: { exists: true },
    body: { exists: false },
    cover: { exists: true },
    'terms.topics': 'clay*',
    slug: { startsWith: 'a' },
    publishedAt: { lte: '2026-01-01T00:00:00Z' },
    or: [{ format: 'essay' }, { and: [{ code: 'a' }, { locale: { ne: 'de' } }] }],
  },
  orderBy: 'rating',
  order: 'asc',
  locale: 'de',
  fallback: 'en',
  limit: 10,
  ids: ['x'],
  count: true,
})
// @ts-expect-error -- a field that there is not
await octavo.posts.list({ where: { titel: 'x' } })
// @ts-expect-error -- in a group as well
await octavo.posts.list({ where: { or: [{ titel: 'x' }] } })
// @ts-expect-error -- an operator that does not fit
await octavo.posts.list({ where: { rating: { startsWith: '4' } } })
// @ts-expect-error -- a value of another type
await octavo.posts.list({ where: { rating: '4' } })
// @ts-expect-error -- not one of the choices
await octavo.posts.list({ where: { format: 'poem' } })
// @ts-expect-error -- rich text is compared with nothing
await octavo.posts.list({ where: { body: 'x' } })
// @ts-expect-error -- a taxonomy that the collection does not have
await octavo.authors.list({ where: { 'terms.topics': 'clay' } })
// @ts-expect-error -- a list has no order
await octavo.posts.list({ orderBy: 'moods' })
// @ts-expect-error -- an option that there is not
await octavo.posts.list({ sort: 'title' })
// @ts-expect-error -- a collection that there is not
octavo.articles

// Fields
const cards = await octavo.posts.list({ fields: ['title', 'author'] })
same<keyof (typeof cards.items)[number]['data'], 'title' | 'author'>(true)
same<(typeof cards.items)[number]['data']['title'], string>(true)
// @ts-expect-error -- a field that was not asked for
cards.items[0]?.data.rating
const links = await octavo.posts.list({ fields: ['title', 'slug', 'publishedAt'] })
const link: { id: string; slug: string; publishedAt: string; data: { title: string } } = links.items[0]!
void link
// @ts-expect-error members that are not named are not there
links.items[0]!.locale
const addresses = await octavo.posts.list({ fields: ['slug'] })
// @ts-expect-error nor is data
addresses.items[0]!.data
// @ts-expect-error -- a field that there is not
await octavo.posts.list({ fields: ['titel'] })

// Included objects
const full = await octavo.posts.list({
  include: ['author', 'author.portrait', 'author.likes', 'categories', 'categories.parent', 'cover', 'terms', 'authorId'],
  fields: ['title', 'author', 'categories', 'cover'],
})
for (const post of full.items) {
  same<typeof post.terms, { topics?: string[] }>(true)
  const name: string | undefined = follow(full, post, 'author')?.data.name
  const portrait: string | undefined = follow(full, post, 'author.portrait')?.url
  const names: string[] | undefined = follow(full, post, 'categories')?.map((category) => category.data.name)
  const parents: Category[] | undefined = follow(full, post, 'categories.parent')
  const liked: Category[] | undefined = follow(full, post, 'author.likes')
  const alt: string | null | undefined = follow(full, post, 'cover')?.alt
  const labels: string[] = follow(full, post, 'terms').map(({ label }) => label)
  const by: string | null | undefined = follow(full, post, 'authorId')?.name
  // @ts-expect-error -- one author, no list
  follow(full, post, 'author')?.map
  // @ts-expect-error -- a path that was not included
  follow(full, post, 'score')
  void [name, portrait, names, parents, liked, alt, labels, by]
}
// Translations
const grouped = await octavo.posts.list({ groupTranslations: true, include: ['translationGroup'] })
for (const post of grouped.items) {
  const locales: string[] = follow(grouped, post, 'translationGroup').map(({ locale }) => locale)
  void locales
}
const members = ['type', 'authorId', 'title'] as const
const without = await octavo.posts.list({ fields: members, include: ['translationGroup', 'authorId'] })
for (const post of without.items) {
  follow(without, post, 'authorId')
  // @ts-expect-error -- the items have no translationGroup
  follow(without, post, 'translationGroup')
}
const named = await octavo.posts.list({ fields: [...members, 'translationGroup'], include: ['translationGroup'] })
for (const post of named.items) follow(named, post, 'translationGroup')

// Fields within structured fields
const whole = await octavo.posts.list({
  include: ['seo.owner', 'seo.picture', 'faq.expert', 'faq.expert.portrait', 'faq.picture', 'parts.quote.by', 'parts.team.by.likes'],
})
for (const post of whole.items) {
  const owner: string | undefined = follow(whole, post, 'seo.owner')?.data.name
  const picture: string | undefined = follow(whole, post, 'seo.picture')?.url
  const experts: string[] | undefined = follow(whole, post, 'faq.expert')?.map(({ data }) => data.name)
  const portraits: string[] | undefined = follow(whole, post, 'faq.expert.portrait')?.map(({ url }) => url)
  const pictures: string[] | undefined = follow(whole, post, 'faq.picture')?.map(({ url }) => url)
  const quoted: string[] | undefined = follow(whole, post, 'parts.quote.by')?.map(({ data }) => data.name)
  const liked: Category[] | undefined = follow(whole, post, 'parts.team.by.likes')
  for (const { question, expert } of post.data.faq ?? []) {
    const found = expert && whole.included.items[expert]
    if (found?.type === 'authors') same<typeof found.data.name, string>(true)
    same<typeof question, string>(true)
  }
  for (const part of post.data.parts ?? []) {
    if (part._type === 'team') same<typeof part.by, Reference<'authors'>[] | undefined>(true)
    else same<typeof part.by, Reference<'authors'> | undefined>(true)
  }
  void [owner, picture, experts, portraits, pictures, quoted, liked]
}
// @ts-expect-error -- a field that leads nowhere
await octavo.posts.list({ include: ['faq.question'] })
// @ts-expect-error -- without the kind of the block
await octavo.posts.list({ include: ['parts.by'] })
// @ts-expect-error -- a structured field leads nowhere itself
await octavo.posts.list({ include: ['faq'] })
// @ts-expect-error -- a structured field has no order
await octavo.posts.list({ orderBy: 'faq' })
// @ts-expect-error -- and is compared with nothing
await octavo.posts.list({ where: { faq: 'x' } })
await octavo.posts.list({ where: { faq: { exists: true } } })
// @ts-expect-error -- a path that leads nowhere
await octavo.posts.list({ include: ['title'] })
// @ts-expect-error -- not a field of the collection that the path leads to
await octavo.posts.list({ include: ['author.cover'] })
// @ts-expect-error -- the field that leads there was not asked for
follow(await octavo.posts.list({ include: ['author'], fields: ['title'] }), page.items[0]!, 'author')

// One item
const { item, included, _rev } = await octavo.posts.get('hello', { include: ['author'], locale: 'de', fallback: 'en' })
const rev: string = _rev
const title: string = item.data.title
const byId = included.items[item.data.author]
const found = await octavo.posts.find('hello', { include: ['author'] })
const author: string | undefined = found === null ? undefined : follow(found, found.item, 'author')?.data.name
// @ts-expect-error -- it may not be there
found.item
void [rev, title, byId, author]

// All pages
for await (const post of octavo.posts.all({ where: { format: 'essay' }, fields: ['title'] })) {
  const one: string = post.data.title
  void one
}
for await (const part of octavo.posts.pages({ include: ['cover'] })) {
  const first = part.items[0]
  const url: string | undefined = first && follow(part, first, 'cover')?.url
  void url
}
const typedPage: Page<Site, 'posts'> = page
void typedPage

// Other parts of the site
const { results } = await octavo.searchItems({ q: 'clay', collections: ['posts'] })
same<(typeof results)[number]['collection'], 'categories' | 'authors' | 'posts' | 'events'>(true)
const menu = await octavo.getMenu('main')
const label: string | undefined = menu.items[0]?.label
const siteTitle: string | undefined = (await octavo.getSettings()).siteTitle
const content: { _type: string }[] = (await octavo.getSection('footer')).content
const to: string | undefined = (await octavo.resolveRedirect('/old'))?.to
const term: string = (await octavo.getTerm('topics', 'clay')).label
const counts: number[] = (await octavo.listTerms('topics')).items.map(({ count }) => count)
void [label, siteTitle, content, to, term, counts]
// @ts-expect-error -- a collection that there is not
await octavo.searchItems({ q: 'clay', collections: ['articles'] })

// Options of a call
await octavo.posts.list({}, { next: { tags: ['posts'] }, cache: 'no-store', signal: AbortSignal.timeout(1000) })
await octavo.posts.get('x', {}, { preview: 'x', sourceMap: true })
await octavo.posts.list({}, { preview: 'x' })
await octavo.searchItems({ q: 'clay' }, { preview: 'x' })
await octavo.getMenu('main', {}, { preview: 'x' })
await octavo.listSiteMap({}, { preview: 'x' })
await octavo.resolveRedirect('/old', { preview: 'x' })
// @ts-expect-error -- marks are in answers with one item alone
await octavo.posts.list({}, { preview: 'x', sourceMap: true })
// @ts-expect-error -- no preview shows another site
await octavo.getSite({}, { preview: 'x' })
// Sites from before this option have the token of a change-set in the query.
await octavo.searchItems({ q: 'clay', preview: 'x' })
await octavo.getMenu('main', { preview: 'x' })
await octavo.listSiteMap({ preview: 'x' })

// Errors
try {
  await octavo.posts.get('x')
} catch (error) {
  if (error instanceof ApiError && error.status === 404) console.log(error.message, error.details)
}

// Rich text
const body: PortableTextBlock[] = page.items[0]?.data.body ?? []
const objects: TypedObject[] = body
for (const block of body) {
  if (block._type === 'block') {
    const text: TextBlock = block
    const marks: PortableTextMarkDefinition[] | undefined = block.markDefs
    for (const child of block.children) {
      if (child._type !== 'span') continue
      const span: PortableTextSpan = child
      void span
    }
    void [text, marks]
  } else if (block._type === 'code') {
    same<typeof block.code, string>(true)
    // @ts-expect-error -- not of this block
    block.rows
  } else if (block._type === 'poll') {
    same<typeof block.question, string>(true)
    same<typeof block.answers, ('yes' | 'no')[]>(true)
    same<typeof block.votes, number | undefined>(true)
  }
}
const kindOf = (block: PortableTextBlock): string => {
  switch (block._type) {
    case 'image':
      return block.alt ?? ''
    case 'table':
      return String(block.rows.length)
    default:
      return block._type
  }
}
const unknownOnes: OtherBlock[] = body.filter((block): block is OtherBlock => kindOf(block) === 'x')
void [objects, unknownOnes]
`
