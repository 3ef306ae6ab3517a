import { isObject } from './same.ts'

/** properties of blocks that contain readable text; only the first one that has text is read */
const textProperties = [
  'text',
  'title',
  'caption',
  'alt',
  'filename',
  'name',
  'label',
  'url',
  'src',
  'href',
  'slug',
  'code',
]

/** properties that contain further blocks; `value` are the cells of tables from Markdown */
const nestedProperties = [
  'children',
  'content',
  'value',
  'rows',
  'cells',
  'columns',
  'buttons',
  'images',
  'media',
  'background',
]

/** maximum number of levels of nested blocks that are read */
const mostDepth = 12

/** The text of a block or a part of one, in one line: enough to recognize it. */
export function textOf(value: unknown, mostLength = 400): string {
  const words: string[] = []
  collect(value, words, { characters: mostLength, depth: mostDepth })
  return words.join(' ').replace(/\s+/gu, ' ').trim().slice(0, mostLength)
}

/** What may still be collected; `collect` and `add` change it. */
interface Room {
  /** the number that may still be added */
  characters: number
  /** the number of levels of nested blocks that may still follow */
  depth: number
}

function collect(value: unknown, words: string[], room: Room): void {
  if (room.characters <= 0 || room.depth === 0) return
  if (Array.isArray(value)) for (const part of value) collect(part, words, room)
  else if (isObject(value)) {
    if (value['_type'] === 'block' && Array.isArray(value['children'])) {
      addText(value['children'], words, room)
      room.depth--
      collect(value['content'], words, room)
      room.depth++
      return
    }
    const text = textProperties
      .map((part) => value[part])
      .find((part) => typeof part === 'string' && part !== '')
    if (typeof text === 'string') add(text, words, room)
    room.depth--
    for (const part of nestedProperties) collect(value[part], words, room)
    room.depth++
  }
}

/** Spans of a paragraph are joined without a blank, because formatting can begin within a word. */
function addText(children: readonly unknown[], words: string[], room: Room): void {
  const texts = children.map((child) =>
    isObject(child) && typeof child['text'] === 'string' ? child['text'] : ' ',
  )
  add(texts.join(''), words, room)
}

function add(text: string, words: string[], room: Room): void {
  words.push(text.slice(0, room.characters))
  room.characters -= text.length
}
