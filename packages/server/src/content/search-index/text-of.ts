import type { SearchedIn } from '@octavo/contract/fields/field-type'
import { limits } from '@octavo/contract/limits'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { fieldsWithin, leavesOf } from '../../core/model/structure.ts'
import { titleField } from '../../core/model/title-field.ts'
import { textBorder, type DocumentWords } from '../../platform/database/text-index.ts'
import { titleStarts } from './title-starts.ts'
import { roomOf, wordsOf } from './words.ts'

/** The searchable content of an item. */
export interface DocumentContent {
  readonly title: string
  /** the title if it is searchable, else empty */
  readonly searchedTitle: string
  /** text of the searchable fields except the title, separated by empty lines */
  readonly text: string
}

/** Separates the texts of fields, because no phrase may span them; within a text there are no empty lines. */
const fieldBorder = '\n\n'

/** Whether the items of a collection are indexed. */
export function isIndexed(collection: CollectionModel): boolean {
  return collection.supports('search') && collection.fields.some(({ definition }) => definition.searchable)
}

/** A description of what is indexed of a collection's items; a change requires a rebuild. */
export function indexedForm(collection: CollectionModel): string {
  if (!isIndexed(collection)) return ''
  const title = titleField(collection)
  const fields = collection.fields.filter((field) => field.definition.searchable || field === title)
  return JSON.stringify(fields.flatMap((field) => [field, ...fieldsWithin(field)]).map(indexedPart))
}

/** A JSON field that becomes structured, or no longer is, keeps its type but is indexed in another way. */
function indexedPart({ definition: { id, type, searchable }, structure }: FieldModel): unknown {
  return [id, type, searchable, ...(structure === null ? [] : ['inner'])]
}

/** The searchable content of an item's values. */
export function contentOf(
  collection: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  slug: string,
): DocumentContent {
  const title = titleField(collection)
  const titleValue = title === undefined ? undefined : data[title.slug]
  const texts: string[] = []
  for (const field of collection.fields) {
    if (!field.definition.searchable || field === title) continue
    const text = tidy(textOf(field, data[field.slug]))
    if (text !== '') texts.push(text)
  }
  const isTitled = typeof titleValue === 'string' && titleValue !== ''
  return {
    title: isTitled ? titleValue : slug,
    searchedTitle: isTitled && title?.definition.searchable === true ? titleValue : '',
    text: texts.join(fieldBorder).slice(0, limits.indexedText),
  }
}

/** Normalizes to NFC and removes empty lines. */
function tidy(text: string): string {
  const composed = mayBeDecomposed.test(text) ? text.normalize('NFC') : text
  return (composed.includes(fieldBorder) ? composed.replaceAll(/\n{2,}/g, '\n') : composed).trim()
}

/** Normalizing is slow, and texts of only these characters are normalized already. */
const mayBeDecomposed = /[^\0-\u02ff\u2010-\u2027]/

/** The words of a document's searchable title and text. */
export function wordsOfDocument(searchedTitle: string, text: string): DocumentWords {
  const title = limited([searchedTitle])
  return { title, text: limited(text.split(fieldBorder)), starts: titleStarts(title) }
}

/** The words of several texts with borders between them, up to the limit, which is the same on all engines. */
function limited(texts: readonly string[]): string[] {
  const words: string[] = []
  let room: number = limits.indexedText
  for (const text of texts) {
    if (words.length > 0) words.push(textBorder)
    for (const word of wordsOf(text)) {
      room -= roomOf(word)
      if (room < 0) return words
      words.push(word)
    }
  }
  return words
}

/** How a value becomes text, by the `searchedIn` of its field type; for `inner`, `innerText` does it. */
const searched: Readonly<Record<Exclude<SearchedIn, 'inner'>, (value: unknown) => string>> = {
  value: String,
  texts: (value) => scalarsOf(value).join('\n'),
  prose: proseOf,
}

function textOf(field: FieldModel, value: unknown): string {
  const { type } = field
  if (type.searchedIn === 'inner') return innerText(field, value)
  if (value === null || value === undefined || type.searchedIn === null) return ''
  return searched[type.searchedIn](value)
}

/** The texts of the inner fields of a structured field, one per line. */
function innerText(field: FieldModel, value: unknown): string {
  const texts = leavesOf(field, value, '').flatMap((leaf) =>
    leaf.field.definition.searchable ? [textOf(leaf.field, leaf.value)] : [],
  )
  return texts.filter((text) => text !== '').join('\n')
}

/** keys with readable text; other keys contain data for programs */
const prose = new Set(['text', 'alt', 'caption', 'code', 'title', 'heading', 'label', 'quote', 'filename'])

/** The text of rich text and its embedded objects, without structure. The spans of a line are joined. */
function proseOf(value: unknown): string {
  const lines: string[] = []
  addProse(lines, value)
  return lines.join('\n')
}

function addProse(lines: string[], value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const entry of value) addProse(lines, entry)
    return
  }
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner === 'string') {
      if (inner !== '' && prose.has(key)) lines.push(inner)
    } else if (key === 'children' && Array.isArray(inner)) {
      const line = inner.map(proseOf).join('')
      if (line !== '') lines.push(line)
    } else if (key !== 'markDefs') addProse(lines, inner)
  }
}

/** All texts and numbers in a JSON value, without keys. */
function scalarsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : []
}
