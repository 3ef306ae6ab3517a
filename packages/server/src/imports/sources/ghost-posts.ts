import { emptyItem, type ExportItem, type ExportRecord } from '../wxr/records.ts'
import type { FileTree } from './file-tree.ts'
import { timeText } from './facts.ts'
import { cardHtml, escapeHtml } from './ghost-cards.ts'
import { type GhostData, isInternalTag, type Row, textOf } from './ghost-data.ts'
import { withPlainCards } from './ghost-html.ts'
import { lexicalHtml } from './ghost-lexical.ts'
import { mobiledocHtml } from './ghost-mobiledoc.ts'

/** the placeholder of Ghost for the address of the site */
const ghostUrl = /__GHOST_URL__/g
/** the address of an uploaded file, on the site itself or on another host */
const uploadedFile =
  /(?:https?:\/\/[^\s"'<>()&]{1,300}?)?\/content\/(?:images|media|files)\/[^\s"'<>()&?#,]+/g

/** Converts the posts of a Ghost export to items. */
export class GhostPosts {
  /** whether one of the posts converted so far refers to a file that is missing */
  hasMissing = false
  readonly #site: string
  /** null for an export without its folder */
  readonly #tree: FileTree | null
  /** the tags that visitors see */
  readonly #tags: ReadonlyMap<string, Row>
  readonly #users: ReadonlyMap<string, Row>
  /** id of a post → the rows that assign tags to it; `#authorsOf` has the same for authors */
  readonly #tagsOf: ReadonlyMap<string, Row[]>
  readonly #authorsOf: ReadonlyMap<string, Row[]>
  readonly #metaOf: ReadonlyMap<string, Row>
  /** the files that posts refer to: address in the content → path in the tree; null for a file to download */
  readonly #files = new Map<string, string | null>()

  constructor(data: GhostData, site: string, tree: FileTree | null) {
    this.#site = site
    this.#tree = tree
    const tags = data.rows('tags').filter((tag) => !isInternalTag(tag))
    this.#tags = byKey(tags, 'id')
    this.#users = byKey(data.rows('users'), 'id')
    this.#metaOf = byKey(data.rows('posts_meta'), 'post_id')
    this.#tagsOf = byPost(data.rows('posts_tags'))
    this.#authorsOf = byPost(data.rows('posts_authors'))
  }

  /** The item of a post. Also collects the files that it refers to, which `files` returns after all posts. */
  itemOf(row: Row): ExportItem {
    const id = textOf(row, 'id')
    const name = textOf(row, 'slug')
    // Older exports have a column `page` in place of `type`, and `image` in place of `feature_image`.
    const isPage = row['type'] === 'page' || row['page'] === 1 || row['page'] === true
    const content = contentOf(row).replace(ghostUrl, '')
    const meta = this.#metaOf.get(id)
    const image = (textOf(row, 'feature_image') || textOf(row, 'image')).replace(ghostUrl, '')
    const fileAddresses = [image, ...(content.match(uploadedFile) ?? [])].filter((address) => address !== '')
    const missing = [...new Set(fileAddresses)].filter((address) => this.#registerFile(address) === 'missing')
    this.hasMissing ||= missing.length > 0
    return {
      ...emptyItem,
      type: isPage ? 'page' : 'post',
      line: 1,
      id,
      // Unlike `link`, it does not contain the slug, so it stays the same when the slug changes.
      guid: `${this.#site}/#${textOf(row, 'uuid') || id}`,
      link: `${this.#site}/${name}/`,
      title: escapeHtml(textOf(row, 'title')),
      name,
      content,
      format: 'html',
      excerpt: escapeHtml(textOf(row, 'custom_excerpt')),
      creator: this.#authorOf(row),
      status: statusOf(row),
      dates: datesOf(row),
      isSticky: row['featured'] === 1 || row['featured'] === true,
      terms: this.#termsOf(id),
      // The address of a file is the id of its attachment (`files`).
      meta: image === '' ? [] : [['_thumbnail_id', image]],
      values: { ...valuesOf({ ...meta, ...row }), ...this.#otherAuthorsOf(id) },
      missing,
    }
  }

  /** the paths of the files of the tree that posts refer to; null stands for files to download */
  get usedPaths(): ReadonlySet<string | null> {
    return new Set(this.#files.values())
  }

  /** The files that the posts refer to. */
  async *files(): AsyncGenerator<ExportRecord> {
    for (const [address, path] of this.#files) {
      const file = path === null ? undefined : this.#tree?.files.get(path)
      const url = address.startsWith('/') ? this.#site + address : address
      const name = address.slice(address.lastIndexOf('/') + 1)
      const item = {
        ...emptyItem,
        type: 'attachment',
        status: 'inherit',
        id: address,
        guid: url,
        attachmentUrl: url,
      }
      const record = { kind: 'item', item: { ...item, title: escapeHtml(name), name } } as const
      yield file === undefined ? record : { ...record, data: () => file.read() }
    }
  }

  /**
   * Adds a file to those of `files`, with its path if it is in the tree. An export without its folder has only the
   * addresses of files: those that name a host are downloaded later, the others are missing.
   */
  #registerFile(address: string): 'found' | 'missing' {
    const path = address.slice(address.indexOf('/content/') + 1)
    const found = pathIn(this.#tree, path)
    if (found === null && (this.#tree !== null || address.startsWith('/'))) return 'missing'
    if (!this.#files.has(address)) this.#files.set(address, found)
    return 'found'
  }

  #authorOf(row: Row): string {
    const [first] = this.#authorsOf.get(textOf(row, 'id')) ?? []
    const id = textOf(first, 'author_id') || textOf(row, 'author_id')
    return textOf(this.#users.get(id), 'slug')
  }

  /** An item has one author; if there are several, a field has the names of all. */
  #otherAuthorsOf(id: string): Record<string, unknown> {
    const rows = this.#authorsOf.get(id) ?? []
    if (rows.length < 2) return {}
    const users = rows.map((row) => this.#users.get(textOf(row, 'author_id')))
    return { authors: users.map((user) => textOf(user, 'name') || textOf(user, 'slug')) }
  }

  #termsOf(id: string): ExportItem['terms'] {
    return (this.#tagsOf.get(id) ?? []).flatMap((one) => {
      const tag = this.#tags.get(textOf(one, 'tag_id'))
      const name = escapeHtml(textOf(tag, 'name'))
      return tag === undefined ? [] : [{ taxonomy: 'post_tag', slug: textOf(tag, 'slug'), name }]
    })
  }
}

/** The file in the tree, whose root can be the folder `content` or the one around it; null if it is not there. */
function pathIn(tree: FileTree | null, path: string): string | null {
  if (tree === null) return null
  return [path, path.replace(/^content\//, '')].find((one) => tree.files.has(one)) ?? null
}

/** The content of a post as HTML: from the column for it, else converted from the document of the editor. */
function contentOf(row: Row): string {
  const html = textOf(row, 'html')
  if (html !== '') return withPlainCards(html)
  const [lexical, mobiledoc] = [textOf(row, 'lexical'), textOf(row, 'mobiledoc')]
  const document = lexicalHtml(lexical) ?? mobiledocHtml(mobiledoc)
  if (document !== null) return document
  const unreadable = lexical || mobiledoc
  // The first versions have only the Markdown of a post, in the column `markdown`. A document that cannot be parsed is
  // kept as it is, so that the report names it.
  return unreadable === '' ? cardHtml('markdown', row) : cardHtml('document', { unreadable })
}

/**
 * The status in the terms of the importer. A post that only members may read keeps its own status, so that it is not
 * published.
 */
function statusOf(row: Row): string {
  const status = textOf(row, 'status')
  const visibility = textOf(row, 'visibility')
  if (status === 'draft') return 'draft'
  if (visibility !== '' && visibility !== 'public') return `${status}, ${visibility}`
  if (status === 'published') return 'publish'
  return status === 'scheduled' ? 'future' : status
}

/** The times of a post, which are in UTC. */
function datesOf(row: Row): ExportItem['dates'] {
  // Older exports have milliseconds.
  const time = (column: string): string => {
    const value = row[column]
    return timeText(typeof value === 'number' ? new Date(value) : value) ?? ''
  }
  return {
    local: '',
    published: '',
    modified: '',
    gmt: time('published_at') || time('created_at'),
    modifiedGmt: time('updated_at'),
  }
}

/** columns of a post that become fields */
const fieldColumns =
  'canonical_url meta_title meta_description og_title og_description og_image twitter_title twitter_description twitter_image custom_template codeinjection_head codeinjection_foot feature_image_alt feature_image_caption email_subject locale'.split(
    ' ',
  )

/** The values of the columns that become fields. */
function valuesOf(row: Row): Record<string, unknown> {
  const named = fieldColumns.map((column) => [column, textOf(row, column).replace(ghostUrl, '')] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== ''))
}

function byKey(rows: readonly Row[], key: string): Map<string, Row> {
  return new Map(rows.map((row) => [textOf(row, key), row]))
}

/** Rows by post, in their order. */
function byPost(rows: readonly Row[]): Map<string, Row[]> {
  const sorted = rows.toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0))
  return Map.groupBy(sorted, (row) => textOf(row, 'post_id'))
}
