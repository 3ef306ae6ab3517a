import { newKey } from './keys.ts'
import { joinSpans } from './to-editor.ts'
import { type Child, isSpan, isTextBlock, type TextBlock } from './text-block.ts'
import { isObject } from './same.ts'

type Span = Child & { readonly text: string; readonly marks?: readonly string[] | null }

/** A text block that contains only spans, so that it can be edited in a plain field. */
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
 * Replaces the text of a block. Unchanged text keeps its formatting and links; new text gets those of the text that it
 * replaces, or of the text around it.
 */
export function withText(block: PlainBlock, text: string): PlainBlock {
  const before = plainText(block)
  const { start, end } = changeBetween(before, text)
  const endBefore = before.length - end
  const added = text.slice(start, text.length - end)
  const spans = [
    ...cut(block.children, 0, start),
    ...(added === '' ? [] : [{ ...spanForNewText(block, start, endBefore), text: added }]),
    ...cut(block.children, endBefore, before.length),
  ]
  const children = withUniqueKeys(joinSpans(spans) as Span[])
  return { ...block, ...usedDefinitions(block, children), children }
}

interface Change {
  /** number of equal characters at the beginning */
  readonly start: number
  /** number of equal characters at the end */
  readonly end: number
}

/** Which part of a text has changed; the halves of a surrogate pair stay together. */
function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  if (isWithinPair(before, start) || isWithinPair(after, start)) start--
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  if (isWithinPair(before, before.length - end) || isWithinPair(after, after.length - end)) end--
  return { start, end }
}

/** Whether a position is between the two halves of a surrogate pair. */
function isWithinPair(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff
}

/** The parts of spans between two positions of their text. */
function cut(spans: readonly Span[], from: number, to: number): Span[] {
  let position = 0
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, from - position), Math.max(0, to - position))
    position += span.text.length
    return text === '' ? [] : [{ ...span, text }]
  })
}

/** A span with the formatting for text that is inserted at `from` and replaces the text up to `to`. */
function spanForNewText(block: PlainBlock, from: number, to: number): Span {
  const plain: Span = { _type: 'span', _key: newKey(), text: '', marks: [] }
  const after = spanAt(block.children, from)
  const before = from === 0 ? undefined : spanAt(block.children, from - 1)
  // The formatting of the replaced text, or of the span within which text is inserted.
  if (from < to || before === after) return after ?? plain
  // Text added after a link is not part of it; other formatting continues.
  const links = new Set((block.markDefs ?? []).map(({ _key }) => _key))
  const marks = (before ?? after)?.marks ?? []
  return { ...plain, marks: marks.filter((mark) => !links.has(mark)) }
}

function spanAt(spans: readonly Span[], position: number): Span | undefined {
  let end = 0
  return spans.find(({ text }) => position < (end += text.length))
}

/** Gives a new key to the second half of a span that was split. */
function withUniqueKeys(spans: readonly Span[]): Span[] {
  const usedKeys = new Set<unknown>()
  return spans.map((span) => {
    const { _key } = span
    const isUsed = typeof _key === 'string' && usedKeys.has(_key)
    usedKeys.add(_key)
    return isUsed ? { ...span, _key: newKey() } : span
  })
}

/** Removes definitions of links that have lost their text; definitions that were unused before stay. */
function usedDefinitions({ markDefs, children }: PlainBlock, spans: readonly Span[]): Partial<PlainBlock> {
  if (!Array.isArray(markDefs)) return {}
  const usedBy = (list: readonly Span[]): Set<unknown> => new Set(list.flatMap(({ marks }) => marks ?? []))
  const before = usedBy(children)
  const after = usedBy(spans)
  return { markDefs: (markDefs as Child[]).filter(({ _key }) => !before.has(_key) || after.has(_key)) }
}
