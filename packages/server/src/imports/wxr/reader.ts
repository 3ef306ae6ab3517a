import { slugify } from '@octavo/contract/slug'
import { child, childrenOf, textOf, type XmlElement } from './element.ts'
import type {
  ExportComment,
  ExportItem,
  ExportRecord,
  ExportSite,
  ExportTerm,
  SourceWarning,
} from './records.ts'
import { readXml, type XmlReading } from './xml.ts'

/** An export that is being read. */
export interface ExportReading {
  /** bytes read so far */
  readonly bytes: number
  readonly oddities: XmlReading['oddities']
  /** what the file has stated about the site so far; complete at the first item */
  readonly site: ExportSite
  /** known after the last record */
  readonly warnings?: readonly SourceWarning[]
  records(): AsyncGenerator<ExportRecord>
}

/** Reads an export of the versions 1.0 to 1.2, record by record. Throws MalformedExport. */
export function readExport(path: string): ExportReading {
  const xml = readXml(path)
  /** the texts of the channel, which describe the site */
  const texts = new Map<string, string>()
  async function* records(): AsyncGenerator<ExportRecord> {
    for await (const element of xml.elements()) {
      const record = recordOf(element)
      if (record !== null) yield record
      else if (element.children.length === 0 && !texts.has(element.name))
        texts.set(element.name, element.text.trim())
    }
  }
  return {
    get bytes() {
      return xml.bytes
    },
    oddities: xml.oddities,
    get site() {
      return siteOf(texts)
    },
    records,
  }
}

/** The site as the texts of the channel describe it. */
function siteOf(texts: ReadonlyMap<string, string>): ExportSite {
  const get = (name: string): string => texts.get(name) ?? ''
  const link = get('link')
  const url = get('base_blog_url')
  return {
    title: get('title'),
    description: get('description'),
    link,
    language: get('language'),
    version: get('wxr_version'),
    url: (url === '' ? link : url).replace(/\/+$/, ''),
  }
}

/** The record of an element below the channel; null for one that describes the site, or is not read. */
function recordOf(element: XmlElement): ExportRecord | null {
  if (element.space === '' && element.name === 'item') return { kind: 'item', item: itemOf(element) }
  if (element.space !== 'wp') return null
  if (element.name === 'author' && element.children.length > 0) {
    const wp = (name: string) => textOf(element, 'wp', name)
    const full = `${wp('author_first_name')} ${wp('author_last_name')}`.trim()
    const login = wp('author_login')
    const name = wp('author_display_name')
    return { kind: 'author', author: { login, email: wp('author_email'), name: name || full || login } }
  }
  const term = termOf(element)
  return term === null ? null : { kind: 'term', term }
}

/** The element names for the properties of each kind of term. */
const termParts: Readonly<
  Record<string, readonly [slug: string, name: string, parent: string, description: string]>
> = {
  category: ['category_nicename', 'cat_name', 'category_parent', 'category_description'],
  tag: ['tag_slug', 'tag_name', '', 'tag_description'],
  term: ['term_slug', 'term_name', 'term_parent', 'term_description'],
}

/** The term of an element; null for an element that is none. */
function termOf(element: XmlElement): ExportTerm | null {
  const parts = Object.hasOwn(termParts, element.name) ? termParts[element.name] : undefined
  if (parts === undefined) return null
  const [slug, name, parent, description] = parts
  const wp = (key: string): string => (key === '' ? '' : textOf(element, 'wp', key))
  const taxonomies: Readonly<Record<string, string>> = { category: 'category', tag: 'post_tag' }
  return {
    taxonomy: taxonomies[element.name] ?? wp('term_taxonomy'),
    slug: wp(slug),
    name: wp(name) || wp(slug),
    parent: wp(parent),
    description: wp(description),
    id: wp('term_id'),
    metaKeys: childrenOf(element, 'wp', 'termmeta').map((one) => textOf(one, 'wp', 'meta_key')),
    line: element.line,
  }
}

function itemOf(element: XmlElement): ExportItem {
  const wp = (name: string) => textOf(element, 'wp', name)
  const rss = (name: string) => textOf(element, '', name)
  const discussion = childrenOf(element, 'wp', 'comment').map(commentOf)
  return {
    line: element.line,
    title: rss('title'),
    link: rss('link'),
    guid: rss('guid'),
    creator: textOf(element, 'dc', 'creator') || wp('author'),
    content: child(element, 'content', 'encoded')?.text ?? '',
    excerpt: textOf(element, 'excerpt', 'encoded'),
    id: wp('post_id'),
    type: wp('post_type') || 'post',
    status: wp('status') || 'publish',
    name: wp('post_name'),
    parent: wp('post_parent'),
    menuOrder: wp('menu_order'),
    isSticky: wp('is_sticky') === '1',
    password: wp('post_password'),
    attachmentUrl: wp('attachment_url'),
    dates: {
      local: wp('post_date'),
      gmt: wp('post_date_gmt'),
      published: rss('pubDate'),
      modified: wp('post_modified'),
      modifiedGmt: wp('post_modified_gmt'),
    },
    terms: termsOfItem(element),
    meta: metaOf(element, 'postmeta'),
    comments: discussion.filter(isVisible).length,
    ...(discussion.length > 0 && { discussion }),
    isCut: element.isCut,
  }
}

/**
 * The terms of an item. Version 1.0 lists each term twice, once without its slug, and repeats a tag even without its
 * domain; other versions may list a term only without its slug.
 */
function termsOfItem(element: XmlElement): ExportItem['terms'] {
  const texts = childrenOf(element, '', 'category').map(({ attributes, text }) => {
    const domain = attributes['domain'] || 'category'
    const taxonomy = domain === 'tag' ? 'post_tag' : domain
    return {
      taxonomy,
      hasDomain: attributes['domain'] !== undefined,
      slug: attributes['nicename'],
      name: text.trim(),
    }
  })
  const withSlug = texts.flatMap(({ taxonomy, slug, name }) =>
    slug === undefined ? [] : [{ taxonomy, slug, name }],
  )
  const terms = [...withSlug]
  for (const { taxonomy, hasDomain, slug, name } of texts) {
    if (slug !== undefined || name === '') continue
    const isListed = terms.some((one) => one.name === name && (!hasDomain || one.taxonomy === taxonomy))
    if (!isListed) terms.push({ taxonomy, slug: slugify(name) || name, name })
  }
  return terms
}

/** The custom fields in the child elements with a name. */
function metaOf(element: XmlElement, name: string): ExportItem['meta'] {
  return childrenOf(element, 'wp', name).map(
    (one) => [textOf(one, 'wp', 'meta_key'), textOf(one, 'wp', 'meta_value')] as const,
  )
}

function commentOf(element: XmlElement): ExportComment {
  const meta = metaOf(element, 'commentmeta')
  const texts = (name: string) => textOf(element, 'wp', `comment_${name}`)
  return {
    id: texts('id'),
    parent: texts('parent'),
    author: texts('author'),
    url: texts('author_url'),
    date: texts('date'),
    dateGmt: texts('date_gmt'),
    content: texts('content'),
    approved: texts('approved'),
    type: texts('type'),
    ...(meta.length > 0 && { meta }),
  }
}

/** Comments that visitors see: no spam, pending comments or pings. */
function isVisible({ approved, type }: ExportComment): boolean {
  return (approved === '1' || approved === '') && (type === '' || type === 'comment')
}
