/**
 * The content of an export in its own terms, mostly those of WordPress: readers of other sources convert to them. Texts
 * are empty if the source does not have them. Titles, excerpts, descriptions, and the names of terms and people, are
 * HTML.
 */

export interface ExportSite {
  readonly title: string
  readonly description: string
  /** the address of the site as the export states it; the fallback for `url` */
  readonly link: string
  readonly language: string
  /** the version of the export's format, or the name of another source, such as `Markdown` */
  readonly version: string
  /** the address of the blog, without a trailing slash */
  readonly url: string
}

export interface ExportAuthor {
  readonly login: string
  readonly email: string
  readonly name: string
}

export interface ExportTerm {
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  /** slug of the parent term; empty without parent */
  readonly parent: string
  readonly description: string
  readonly id: string
  /** names of custom fields (or of further columns), which terms do not support here */
  readonly metaKeys: readonly string[]
  readonly line: number
}

export interface ExportComment {
  readonly id: string
  /** id of the comment that it answers; empty or 0 without one */
  readonly parent: string
  readonly author: string
  readonly url: string
  readonly date: string
  readonly dateGmt: string
  readonly content: string
  /** `1` if visitors see it, such as `0` or `spam` if not; empty if the export does not say it */
  readonly approved: string
  /** empty or `comment` for comments of people; `pingback`, `review` and others */
  readonly type: string
  /** absent without custom fields, and in records stored before they were read */
  readonly meta?: readonly (readonly [key: string, value: string])[]
}

export interface ExportItem {
  /** the line of the file on which it begins */
  readonly line: number
  readonly title: string
  /** its public address on the old site */
  readonly link: string
  /** an identifier that is unique among all sites, mostly an address */
  readonly guid: string
  /** login of its author */
  readonly creator: string
  readonly content: string
  readonly excerpt: string
  readonly id: string
  readonly type: string
  readonly status: string
  /** its slug */
  readonly name: string
  /** id of its parent; empty or 0 without one */
  readonly parent: string
  readonly menuOrder: string
  readonly isSticky: boolean
  readonly password: string
  readonly attachmentUrl: string
  readonly dates: {
    /** the publication in the time zone of the site, which is not known, and in UTC */
    readonly local: string
    readonly gmt: string
    /** the publication in the form of feeds: `Tue, 27 Jan 2015 14:56:57 +0000` */
    readonly published: string
    readonly modified: string
    readonly modifiedGmt: string
  }
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[]
  /** custom fields; a key can repeat */
  readonly meta: readonly (readonly [key: string, value: string])[]
  /** the number of comments that visitors see */
  readonly comments: number
  /** all comments; absent in records stored before they were imported */
  readonly discussion?: readonly ExportComment[]
  /** its texts were truncated at the length limit */
  readonly isCut: boolean
  /** the language of `content`: by default HTML by the rules of the classic editor, or block markup */
  readonly format?: 'html' | 'markdown'
  /** values that become separate fields, by name */
  readonly values?: Readonly<Record<string, unknown>>
  /** address of a file in the content → placeholder address of the file of the source */
  readonly targets?: Readonly<Record<string, string>>
  /** former addresses, in addition to those that follow from its old slugs */
  readonly oldAddresses?: readonly string[]
  /** pictures that the content refers to and that are not in the source */
  readonly missing?: readonly string[]
  /** how many characters of its text could not be read */
  readonly broken?: number
  /** why it cannot be read */
  readonly failure?: { readonly path: string; readonly line: number; readonly fault: string }
  /** the place of its bytes in the prepared file */
  readonly bytes?: { readonly start: number; readonly length: number }
}

/** An item about which a source says nothing. */
export const emptyItem: ExportItem = {
  line: 1,
  title: '',
  link: '',
  guid: '',
  creator: '',
  content: '',
  excerpt: '',
  id: '',
  type: 'post',
  status: 'publish',
  name: '',
  parent: '',
  menuOrder: '',
  isSticky: false,
  password: '',
  attachmentUrl: '',
  dates: { local: '', gmt: '', published: '', modified: '', modifiedGmt: '' },
  terms: [],
  meta: [],
  comments: 0,
  isCut: false,
}

/** A note about a source as a whole. */
export type SourceWarning =
  | {
      readonly remark:
        | 'filesLeftOut'
        | 'textsLeftOut'
        | 'foldersLeftOut'
        | 'tablesLeftOut'
        | 'internalTagsLeftOut'
      readonly params: { readonly names: string }
    }
  | { readonly remark: 'linksLeftOut'; readonly params: { readonly count: number } }
  | { readonly remark: 'filesUnused'; readonly params: { readonly count: number; readonly names: string } }
  | { readonly remark: 'ghostPictures'; readonly params: Readonly<Record<string, never>> }

export type ExportRecord =
  | { readonly kind: 'author'; readonly author: ExportAuthor }
  | { readonly kind: 'term'; readonly term: ExportTerm }
  | {
      readonly kind: 'item'
      readonly item: ExportItem
      /** the bytes of a file that comes with the source */
      readonly data?: () => Promise<Buffer>
    }
