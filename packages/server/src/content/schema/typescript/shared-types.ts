/** The types that every site has, before those of its blocks and collections. */
export const sharedTypes = `/** The content of this site. Made from its schema: change the schema, not this file. */

/** The id of an item of a collection. */
export type Reference<Collection extends string> = string & { readonly __collection?: Collection }

export interface ImageValue {
  id: string
  url?: string
  alt?: string
  caption?: string
  width?: number
  height?: number
  /** thumbhash in base64 */
  placeholder?: string
  /** from 0 to 1 */
  focalPoint?: { x: number; y: number }
  /** widths that \`?w=\` behind the url can ask for */
  variants?: number[]
  /** the part of the picture that the url leads to, as parts of its width and height */
  crop?: { x: number; y: number; width: number; height: number }
}

export interface FileValue {
  id: string
  url?: string
  filename?: string
  mimeType?: string
  size?: number
}

/** The properties of every item. */
export interface ContentItem {
  id: string
  type: string
  slug: string
  status: 'draft' | 'published' | 'scheduled'
  data: object
  authorId: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  unpublishAt?: string
  locale: string
  translationOf: string | null
  translationGroup: string
  hasPendingDraft?: boolean
  missing?: string[]
  /** its address on the site */
  url?: string
}

/** An item as visitors see it. */
export interface LiveItem extends ContentItem {
  status: 'published'
  publishedAt: string
  scheduledAt: null
  unpublishAt?: never
  hasPendingDraft?: never
  missing?: never
}

/** An item as its editors see it, with what is not published yet. */
export interface LatestItem extends ContentItem {
  hasPendingDraft: boolean
  /** required fields that a draft lacks */
  missing?: string[]
}

/**
 * The type of an object that this file does not know: of a plugin that is disabled, of an import or of a program. It is
 * any other text; as an enumeration it leaves the known types to be told apart.
 */
export declare enum OtherType {
  other = '',
}
export type OtherBlock = { _type: OtherType; _key?: string; [key: string]: unknown }
export type OtherMark = { _type: OtherType; _key: string; [key: string]: unknown }
`

/** The names of these types, and of three that other parts of the file define; no other type may have them. */
export const sharedNames = [
  'Reference',
  'ImageValue',
  'FileValue',
  'ContentItem',
  'LiveItem',
  'LatestItem',
  'OtherType',
  'OtherBlock',
  'OtherMark',
  'PortableTextBlock',
  'Collections',
  'Site',
]
