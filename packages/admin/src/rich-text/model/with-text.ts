import { newKey } from './keys.ts'
import { joined } from './open.ts'
import { type Child, isSpan, isTextBlock, type TextBlock } from './text-block.ts'
import { isObject } from './same.ts'

type Span = Child & { readonly text: string; readonly marks?: readonly string[] | null }

/** A block of text that holds nothing but text, so that it can be written in a plain field. */
export interface PlainBlock extends TextBlock {
  readonly children: readonly Span[]
}

export function isPlainBlock(value: unknown): value is PlainBlock {
  return (
    isObject(value) &&
    typeof value['_type'] === 'string' &&
    isTextBlock({ ...value, _type: value['_type'] }) &&
    (value['children'] as readonly Child[]).every(isSpan)
  )
}

export function plainText({ children }: PlainBlock): string {
  return children.map(({ text }) => text).join('')
}

/**
 * The block with another text. Words that were there keep their look and their links; new ones have those of what they
 * replace, or of what they are within.
 */
export function withText(block: PlainBlock, text: string): PlainBlock {
  const before = plainText(block)
  const { start, end } = changed(before, text)
  const behind = before.length - end
  const added = text.slice(start, text.length - end)
  const spans = [
    ...cut(block.children, 0, start),
    ...(added === '' ? [] : [{ ...lookAt(block, start, behind), text: added }]),
    ...cut(block.children, behind, before.length),
  ]
  const children = withOwnKeys(joined(spans) as Span[])
  return { ...block, ...definitionsLeft(block, children), children }
}

interface Change {
  /** letters at the beginning that are the same */
  readonly start: number
  /** and at the end */
  readonly end: number
}

function changed(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  if (isWithinPair(before, start) || isWithinPair(after, start)) start--
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  if (isWithinPair(before, before.length - end) || isWithinPair(after, after.length - end)) end--
  return { start, end }
}

/** Whether a letter beyond the first 65,536 is half before a place and half behind it. */
function isWithinPair(text: string, place: number): boolean {
  return place > 0 && (text.codePointAt(place - 1) ?? 0) > 0xffff
}

function cut(spans: readonly Span[], from: number, to: number): Span[] {
  let place = 0
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, from - place), Math.max(0, to - place))
    place += span.text.length
    return text === '' ? [] : [{ ...span, text }]
  })
}

/** What words are like that are written at a place, in the place of those up to `to`. */
function lookAt(block: PlainBlock, from: number, to: number): Span {
  const plain: Span = { _type: 'span', _key: newKey(), text: '', marks: [] }
  const after = spanAt(block.children, from)
  const before = from === 0 ? undefined : spanAt(block.children, from - 1)
  if (from < to || before === after) return after ?? plain
  // A link ends where it ends; what is bold goes on.
  const links = new Set((block.markDefs ?? []).map(({ _key }) => _key))
  const marks = (before ?? after)?.marks ?? []
  return { ...plain, marks: marks.filter((mark) => !links.has(mark)) }
}

function spanAt(spans: readonly Span[], place: number): Span | undefined {
  let end = 0
  return spans.find(({ text }) => place < (end += text.length))
}

/** What was cut in two has one key twice. */
function withOwnKeys(spans: readonly Span[]): Span[] {
  const taken = new Set<unknown>()
  return spans.map((span) => {
    const { _key } = span
    const isTaken = typeof _key === 'string' && taken.has(_key)
    taken.add(_key)
    return isTaken ? { ...span, _key: newKey() } : span
  })
}

/** Links without a word go; those that had none before are not ours to judge. */
function definitionsLeft({ markDefs, children }: PlainBlock, spans: readonly Span[]): Partial<PlainBlock> {
  if (!Array.isArray(markDefs)) return {}
  const usedBy = (list: readonly Span[]): Set<unknown> => new Set(list.flatMap(({ marks }) => marks ?? []))
  const before = usedBy(children)
  const after = usedBy(spans)
  return { markDefs: (markDefs as Child[]).filter(({ _key }) => !before.has(_key) || after.has(_key)) }
}
