import { slugify } from '@octavo/contract/slug'
import { someNames } from '../messages.ts'
import type { ExportReading } from '../wxr/reader.ts'
import type { ExportRecord, ExportTerm, SourceWarning } from '../wxr/records.ts'
import type { ByteSource } from './byte-source.ts'
import type { FileTree } from './file-tree.ts'
import { escapeHtml } from './ghost-cards.ts'
import { type GhostData, isInternalTag, readGhostData, type Row, textOf } from './ghost-data.ts'
import { ghostMenus } from './ghost-menus.ts'
import { GhostPosts } from './ghost-posts.ts'

/** The files of an export: those of `tree` other than `path`, which has the tables. */
export interface GhostFiles {
  readonly tree: FileTree
  readonly path: string
}

/** Reads an export of Ghost. Its pictures are in `files`, or at their addresses if these name a site. */
export async function readGhost(source: ByteSource, files: GhostFiles | null): Promise<ExportReading> {
  const data = await readGhostData(source)
  const settings = new Map(data.rows('settings').map((row) => [textOf(row, 'key'), textOf(row, 'value')]))
  const setting = (key: string): string => settings.get(key) ?? ''
  const title = setting('title')
  // Exports of Ghost do not name the address of the site. This one stands for it (`unknownSite` in `origins.ts`).
  const site = `https://${slugify(title) || 'ghost'}.invalid`
  const posts = new GhostPosts(data, site, files?.tree ?? null)
  let bytes = 0
  async function* records(): AsyncGenerator<ExportRecord> {
    for (const row of data.rows('users')) {
      const author = { login: textOf(row, 'slug'), email: textOf(row, 'email'), name: textOf(row, 'name') }
      yield { kind: 'author', author }
    }
    for (const row of data.rows('tags')) if (!isInternalTag(row)) yield { kind: 'term', term: termOf(row) }
    for await (const row of data.posts()) {
      const item = posts.itemOf(row)
      bytes += item.content.length
      yield { kind: 'item', item }
    }
    yield* ghostMenus(setting, site)
    yield* posts.files()
  }
  return {
    get bytes() {
      return bytes
    },
    oddities: { count: 0, first: null },
    site: {
      title: escapeHtml(title),
      description: escapeHtml(setting('description')),
      link: site,
      language: setting('locale') || setting('lang'),
      version: `Ghost ${data.version}`.trim(),
      url: site,
    },
    get warnings(): SourceWarning[] {
      return warningsOf(data, posts, files)
    },
    records,
  }
}

/** settings, and columns of users, that people fill in and that cannot be stored here; a warning names those in use */
const settingKeys =
  'accent_color announcement_content codeinjection_foot codeinjection_head cover_image facebook icon logo meta_description meta_title og_description og_image og_title twitter twitter_description twitter_image twitter_title'.split(
    ' ',
  )
const userColumns =
  'bio cover_image facebook location meta_description meta_title profile_image twitter website'.split(' ')

/** The names of settings and of columns of users that have values and are left out. */
function namesLeftOut(data: GhostData): string[] {
  const filled = data.rows('settings').filter((row) => textOf(row, 'value') !== '')
  const keys = filled.map((row) => textOf(row, 'key')).filter((key) => settingKeys.includes(key))
  const columns = userColumns.filter((column) => data.rows('users').some((row) => textOf(row, column) !== ''))
  return [...keys.map((key) => `settings.${key}`), ...columns.map((column) => `users.${column}`)]
}

/** columns of a tag that terms do not have; the report names those in use, as it does the custom fields of terms */
const tagColumns =
  'feature_image meta_title meta_description og_image og_title og_description twitter_image twitter_title twitter_description codeinjection_head codeinjection_foot canonical_url accent_color'.split(
    ' ',
  )

function termOf(row: Row): ExportTerm {
  return {
    taxonomy: 'post_tag',
    slug: textOf(row, 'slug'),
    name: escapeHtml(textOf(row, 'name')),
    description: escapeHtml(textOf(row, 'description')),
    parent: '',
    id: textOf(row, 'id'),
    metaKeys: tagColumns.filter((column) => textOf(row, column) !== ''),
    line: 1,
  }
}

function warningsOf(data: GhostData, posts: GhostPosts, files: GhostFiles | null): SourceWarning[] {
  const tables = [...[...data.leftOut].map(([name, count]) => `${name} (${count})`), ...namesLeftOut(data)]
  const internalTags = data
    .rows('tags')
    .filter((tag) => isInternalTag(tag))
    .map((tag) => textOf(tag, 'name'))
  const unused = [...(files?.tree.files.keys() ?? [])].filter(
    (path) => path !== files?.path && !posts.usedPaths.has(path),
  )
  const { links, leftOut } = files?.tree ?? { links: 0, leftOut: [] }
  return [
    ...(posts.hasMissing ? [{ remark: 'ghostPictures', params: {} } as const] : []),
    ...(links === 0 ? [] : [{ remark: 'linksLeftOut', params: { count: links } } as const]),
    ...namedWarning('foldersLeftOut', leftOut),
    ...namedWarning('tablesLeftOut', tables),
    ...namedWarning('internalTagsLeftOut', internalTags),
    ...(unused.length === 0
      ? []
      : [
          {
            remark: 'filesUnused',
            params: { count: unused.length, names: someNames(unused) },
          } as const,
        ]),
  ]
}

function namedWarning(
  remark: 'foldersLeftOut' | 'tablesLeftOut' | 'internalTagsLeftOut',
  names: readonly string[],
): SourceWarning[] {
  return names.length === 0 ? [] : [{ remark, params: { names: someNames(names) } }]
}
