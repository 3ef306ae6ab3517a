import type { CollectionModel, FieldModel, Schema } from '../../core/model/model.ts'

const header = `/** The content of this site. Made from its schema: change the schema, not this file. */

export interface PortableTextSpan {
  _type: string
  _key?: string
  text?: string
  marks?: string[]
  [key: string]: unknown
}

export interface PortableTextBlock {
  _type: string
  _key?: string
  style?: string
  children?: PortableTextSpan[]
  markDefs?: { _type: string; _key?: string; [key: string]: unknown }[]
  listItem?: string
  level?: number
  /** the number that a list begins with */
  start?: number
  /** what an entry of a list, a quote or a callout holds */
  content?: PortableTextBlock[]
  [key: string]: unknown
}

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
}

export interface FileValue {
  id: string
  url?: string
  filename?: string
  mimeType?: string
  size?: number
}

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
`

const takenNames = [
  'PortableTextSpan',
  'PortableTextBlock',
  'ImageValue',
  'FileValue',
  'ContentItem',
  'Collections',
]

/** TypeScript interfaces of all collections, and `Collections`, which maps slugs to them. */
export function schemaAsTypeScript(schema: Schema): string {
  const names = interfaceNames(schema)
  const interfaces = [...schema.collections.values()].map((collection) =>
    collectionInterface(collection, names.get(collection.slug) ?? collection.slug),
  )
  const index = [...names].map(([slug, name]) => `  ${slug}: ${name}\n`).join('')
  return [header, ...interfaces, `export interface Collections {\n${index}}\n`].join('\n')
}

function interfaceNames(schema: Schema): Map<string, string> {
  const taken = new Set(takenNames)
  const names = new Map<string, string>()
  for (const slug of schema.collections.keys()) {
    const base = pascalCase(singular(slug))
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`
    taken.add(name)
    names.set(slug, name)
  }
  return names
}

function collectionInterface({ slug, definition, fields }: CollectionModel, name: string): string {
  const properties = fields.map(fieldProperty).join('')
  return `${comment(definition.label, '')}export interface ${name} extends ContentItem {
  type: '${slug}'
  data: {
${properties}  }
}
`
}

function fieldProperty(field: FieldModel): string {
  const optional = field.required ? '' : '?'
  return `${comment(field.definition.label, '    ')}    ${field.slug}${optional}: ${field.type.typescript(field)}\n`
}

/** Labels are arbitrary text, so comment ends in them are escaped. */
function comment(text: string, indent: string): string {
  const line = text
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .trim()
  return line === '' ? '' : `${indent}/** ${line} */\n`
}

function pascalCase(slug: string): string {
  return slug
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** A singular name, by simple rules for English plurals. */
function singular(slug: string): string {
  if (/[^aeiou]ies$/.test(slug)) return `${slug.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(slug)) return slug.slice(0, -2)
  if (/[^siu]s$/.test(slug)) return slug.slice(0, -1)
  return slug
}
