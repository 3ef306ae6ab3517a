/**
 * The properties of an item that follow from the path of its Markdown file, by the conventions of Hugo, Jekyll and
 * Astro.
 */
export interface PathFacts {
  /** the name of the post type, after which the collection is named */
  readonly type: string
  /** the name of the file or of its folder, without date and ending */
  readonly name: string
  /** `2024-05-06` in the name of the file */
  readonly date: string | null
  readonly isDraft: boolean
  /** in a folder that only Jekyll uses */
  readonly isOfJekyll: boolean
  /** the language that the name of the file or its first folder states; empty without one */
  readonly language: string
}

/** folders for all content, which say nothing about the type of a text */
const roots = /^(?:content|contents|src\/content|src\/pages|src\/data|source|docs|_pages)\//
/** the date before the name of a file: `2024-05-06-my-post.md` */
const datePrefix = /^(\d{4})-(\d{1,2})-(\d{1,2})-(?=.)/
const ending = /\.(?:md|markdown|mdx)$/i

export function isMarkdown(path: string): boolean {
  return ending.test(path)
}

/** The properties that follow from the path of a Markdown file. */
export function pathFactsOf(path: string): PathFacts {
  const inner = path.replace(roots, '')
  const folders = inner.split('/')
  const folderLanguage = languageFolder(path, folders)
  if (folderLanguage !== '') folders.shift()
  const file = (folders.pop() ?? '').replace(ending, '')
  const [, language = ''] = /\.([a-z]{2}(?:-[a-z]{2})?)$/i.exec(file) ?? []
  const stem = language === '' ? file : file.slice(0, -language.length - 1)
  const isPage = /^(?:src\/pages|_pages)\//.test(path)
  // In Hugo, `_index.md` is the page of its folder.
  const isSection = stem === '_index'
  const isIndex = isSection || stem === 'index'
  // An index file that is in no folder is the home page.
  const name = (isIndex ? folders.at(-1) : stem) ?? 'home'
  // The folder of an `index.md` is the item itself (a bundle of Hugo), so it does not name the type.
  const typeFolders = stem === 'index' ? folders.slice(0, -1) : folders
  return {
    type: isPage || isSection ? 'page' : typeOf(typeFolders),
    name: name.replace(datePrefix, '').replace(/^_+/, ''),
    date: dateIn(name),
    isDraft: folders.includes('_drafts') || folders.includes('drafts'),
    isOfJekyll: folders.includes('_posts') || folders.includes('_drafts'),
    language: (language || folderLanguage).toLowerCase(),
  }
}

/** The date at the beginning of a name, with two digits for month and day; null without one. */
function dateIn(name: string): string | null {
  const [whole, year = '', month = '', day = ''] = datePrefix.exec(name) ?? []
  return whole === undefined ? null : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The language that the first folder names, as in Hugo; empty without one. */
function languageFolder(path: string, [first = '', ...others]: readonly string[]): string {
  const isCode = others.length > 0 && path.startsWith('content/') && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(first)
  return isCode && languages.of(first) !== undefined ? first : ''
}

/** folders that only have content; if there is one, texts elsewhere are about the sources */
const contentRoots = /^(?:content|src\/content|src\/pages)\//

/** The Markdown files that are content: those in the folders for content if there are any, else all. */
export function contentFiles<File extends { readonly path: string }>(files: Iterable<File>): File[] {
  const texts = [...files].filter(({ path }) => isMarkdown(path) && !aboutSources.test(path))
  const within = texts.filter(({ path }) => contentRoots.test(path))
  return within.length === 0 ? texts : within
}

/** Files of repositories that are about the sources, and no content. */
const aboutSources = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.(?:md|markdown)$/i

const usualTypes: Readonly<Record<string, string>> = {
  posts: 'post',
  post: 'post',
  drafts: 'post',
  pages: 'page',
  page: 'page',
}

/** The first folder names the type; Jekyll has collections in folders that begin with `_`. */
function typeOf(folders: readonly string[]): string {
  const special = folders.find((folder) => folder.startsWith('_'))
  const named = (special ?? folders[0] ?? 'page').replace(/^_+/, '')
  return (Object.hasOwn(usualTypes, named) ? usualTypes[named] : undefined) ?? named
}
