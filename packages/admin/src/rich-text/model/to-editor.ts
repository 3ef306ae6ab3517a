import type { PortableTextBlock } from '@portabletext/editor'
import type { Block } from '../types.ts'
import { Keys } from './keys.ts'
import { isSame } from './same.ts'
import { type Child, isSpan, isTextBlock, type TextBlock } from './text-block.ts'

/** The editor's type for every block that is not text: its `value` is the unchanged stored block. */
export const objectType = 'object'
/** The editor's type for everything within a line that is not text: its `value` is the unchanged stored object. */
export const inlineType = 'inline'

/** A block in the editor, with the stored block that it was made from. */
export interface Remembered {
  readonly stored: Block
  /** as the editor was given it: a block that still equals this is unchanged */
  readonly inEditor: PortableTextBlock
  /** the key under which the block is stored after an edit */
  readonly key: string
}

/** by the key of the block in the editor */
export type Memory = ReadonlyMap<string, Remembered>

export interface EditorBlocks {
  readonly blocks: PortableTextBlock[]
  readonly memory: Memory
}

/**
 * Converts stored blocks to the normalized form of the editor, which drops or rewrites everything else. The memory maps
 * each block to its stored form, which is kept for blocks that are not edited.
 */
export function toEditorBlocks(stored: readonly Block[]): EditorBlocks {
  const keys = new Keys()
  const storedKeys = new Set<unknown>()
  const memory = new Map<string, Remembered>()
  const blocks = stored.map((block) => {
    const { _key } = block
    const key = keys.take(_key)
    const inEditor = toEditorBlock(block, key)
    // A stored key that is no key for the editor (see `Keys`) is kept for storing, unless a block above has it too.
    const isUsable = typeof _key === 'string' && _key !== '' && !storedKeys.has(_key)
    memory.set(key, { stored: block, inEditor, key: isUsable ? _key : key })
    storedKeys.add(_key)
    return inEditor
  })
  return { blocks, memory }
}

function toEditorBlock(block: Block, key: string): PortableTextBlock {
  return isTextBlock(block) ? toEditorText(block, key) : objectBlock(block, key)
}

/** A block that is not text, as the editor holds it: with the stored block unchanged in it. */
export function objectBlock(value: Block, key: string): PortableTextBlock {
  return { _type: objectType, _key: key, value }
}

/**
 * Makes the changes that the editor would make when it normalizes a text block. Otherwise a block that nobody edits
 * would differ from what the editor was given, and would be stored in another form (see `StoredConverter`).
 */
function toEditorText(block: TextBlock, key: string): PortableTextBlock {
  const definitions = definitionsOf(block)
  const children = withinSpans(joinSpans(toEditorChildren(block, definitions)))
  const used = new Set(children.flatMap((child) => marksOf(child)))
  const { listItem, level, style, ...rest } = block
  return {
    ...rest,
    ...(typeof listItem === 'string' && { listItem }),
    ...(typeof level === 'number' && { level }),
    _type: 'block',
    _key: key,
    style: style ?? 'normal',
    markDefs: [...definitions.values()].filter(({ _key }) => used.has(String(_key))),
    children,
  } as PortableTextBlock
}

function definitionsOf({ markDefs }: TextBlock): Map<string, Child> {
  const definitions = new Map<string, Child>()
  for (const definition of markDefs ?? []) {
    const { _key } = definition
    if (typeof _key === 'string' && !definitions.has(_key)) definitions.set(_key, definition)
  }
  return definitions
}

function toEditorChildren({ children }: TextBlock, definitions: ReadonlyMap<string, Child>): Child[] {
  const keys = new Keys()
  return children.map((child) => {
    const _key = keys.take(child['_key'])
    if (!isSpan(child)) return { _type: inlineType, _key, value: child }
    // The editor removes annotations from empty spans.
    const marks = [...new Set(child.marks)].filter((mark) => child.text !== '' || !definitions.has(mark))
    return { ...child, _key, marks }
  })
}

/** Joins neighbouring spans with the same formatting, and removes empty ones. */
export function joinSpans(children: readonly Child[]): Child[] {
  const result: Child[] = []
  for (const child of children) {
    const last = result.at(-1)
    if (last === undefined || !isSpan(last) || !isSpan(child)) result.push(child)
    else if (child.text === '') continue
    else if (last.text === '') result[result.length - 1] = child
    else if (looksSame(last, child)) result[result.length - 1] = { ...last, text: last.text + child.text }
    else result.push(child)
  }
  return result
}

function looksSame(one: Child, other: Child): boolean {
  return isSame({ ...one, _key: '', text: '' }, { ...other, _key: '', text: '' })
}

/** Adds empty spans around inline objects, so that the caret can be placed before and after each. */
function withinSpans(children: readonly Child[]): Child[] {
  const keys = new Keys()
  for (const child of children) keys.take(child['_key'])
  const empty = (): Child => ({ _type: 'span', _key: keys.take(undefined), text: '', marks: [] })
  const result: Child[] = []
  for (const child of children) {
    const last = result.at(-1)
    if (!isSpan(child) && (last === undefined || !isSpan(last))) result.push(empty())
    result.push(child)
  }
  const last = result.at(-1)
  return last !== undefined && isSpan(last) ? result : [...result, empty()]
}

function marksOf(child: Child): readonly string[] {
  return isSpan(child) ? (child.marks ?? []) : []
}
