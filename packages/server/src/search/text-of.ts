import { limits } from '@octavo/contract/limits'
import type { CollectionModel, FieldModel } from '../schema/model.ts'
import { textBorder, type DocumentWords } from '../database/text-index.ts'
import { titleStarts } from './title-starts.ts'
import { wordsOf } from './words.ts'

/** What searches know of an item. */
export interface DocumentContent {
  readonly title: string
  /** of the searchable fields but the title, one a line */
  readonly text: string
  readonly words: DocumentWords
}

/** Whether the items of a collection are in the index. */
export function isIndexed(collection: CollectionModel): boolean {
  return collection.supports('search') && collection.fields.some(({ definition }) => definition.searchable)
}

/** What the index takes from the items of a collection: it has to be made anew when this becomes another. */
export function indexedForm(collection: CollectionModel): string {
  if (!isIndexed(collection)) return ''
  const title = titleField(collection)
  const fields = collection.fields.filter((field) => field.definition.searchable || field === title)
  return JSON.stringify(fields.map(({ definition: { id, type, searchable } }) => [id, type, searchable]))
}

/** The field that people know an item by. */
export function titleField({ field }: CollectionModel): FieldModel | undefined {
  return [field.get('title'), field.get('name')].find((candidate) => candidate?.encoding === 'text')
}

/** Brings the values of an item into the form of the index. */
export function contentOf(
  collection: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  slug: string,
): DocumentContent {
  const title = titleField(collection)
  const given = title === undefined ? undefined : data[title.slug]
  const texts = collection.fields
    .filter((field) => field.definition.searchable && field !== title)
    .map((field) => textOf(field, data[field.slug]).normalize('NFC').slice(0, limits.indexedText))
    .filter((text) => text !== '')
  const isFound = title?.definition.searchable === true && typeof given === 'string'
  const words = isFound ? limited([given]) : []
  return {
    title: typeof given === 'string' && given !== '' ? given : slug,
    text: texts.join('\n').slice(0, limits.indexedText),
    words: { title: words, text: limited(texts), starts: titleStarts(words) },
  }
}

/** Words of texts with borders between them; an index entry has an end on some engines, and so it has on all. */
function limited(texts: readonly string[]): string[] {
  const words: string[] = []
  let room: number = limits.indexedText
  for (const text of texts) {
    if (words.length > 0) words.push(textBorder)
    for (const word of wordsOf(text)) {
      room -= word.length + 1
      if (room < 0) return words
      words.push(word)
    }
  }
  return words
}

function textOf(field: FieldModel, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (field.type.name) {
    case 'portableText':
      return proseOf(value)
    case 'image':
    case 'file':
      return proseOf(value)
    case 'json':
    case 'multiSelect':
      return leavesOf(value).join('\n')
    case 'string':
    case 'text':
    case 'select':
    case 'slug':
    case 'number':
    case 'integer':
      return String(value)
    // Ids, times and yes or no are nothing that people search for.
    case 'boolean':
    case 'datetime':
    case 'reference':
      return ''
  }
}

/** keys whose text people read; all others hold what a program needs */
const prose = new Set(['text', 'alt', 'caption', 'code', 'title', 'heading', 'label', 'quote', 'filename'])

/** The words of rich text and of what is embedded in it, without its structure. The parts of a line stay together. */
function proseOf(value: unknown): string {
  if (Array.isArray(value)) return joined(value.map(proseOf))
  if (typeof value !== 'object' || value === null) return ''
  return joined(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner === 'string') return prose.has(key) ? inner : ''
      if (key === 'markDefs') return ''
      return key === 'children' && Array.isArray(inner) ? inner.map(proseOf).join('') : proseOf(inner)
    }),
  )
}

/** All texts and numbers in a JSON value; its keys are structure. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}
