import { createHash } from 'node:crypto'
import { type Block, isObject } from './block.ts'

/**
 * A canonical text of a block's meaning: equal for blocks that differ only in keys, absent defaults, the order of
 * marks, how text is divided into spans, or whether Markdown has an address in brackets.
 */
export function comparable(block: unknown): string {
  return canonicalJson(meaning(block))
}

/** A hash of the canonical text, for looking up many blocks. */
export function fingerprint(block: unknown): string {
  return createHash('sha1').update(comparable(block)).digest('base64')
}

function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning)
  if (!isObject(value)) return value
  if (value['_type'] === 'block' && Array.isArray(value['children'])) return meaningOfText(value)
  return withoutKey(value)
}

function withoutKey(value: Block): Block {
  const entries = Object.entries(value).filter(([key, part]) => key !== '_key' && part !== undefined)
  return Object.fromEntries(entries.map(([key, part]) => [key, meaning(part)]))
}

function meaningOfText({ children, markDefs, style, level, ...others }: Block): Block {
  const definitions = new Map(
    (Array.isArray(markDefs) ? markDefs : [])
      .filter(isObject)
      .map((definition) => [
        definition['_key'],
        canonicalJson(withoutKey({ ...definition, autolink: undefined })),
      ]),
  )
  const used = new Set<unknown>()
  const meaningOfMarks = (marks: unknown): unknown => {
    if (!Array.isArray(marks)) return marks ?? []
    for (const mark of marks) used.add(mark)
    return marks.map((mark) => definitions.get(mark) ?? mark).toSorted()
  }
  // This fills `used`, which the next line reads.
  const parts = joined((children as unknown[]).map((child) => meaningOfChild(child, meaningOfMarks)))
  const unused = [...definitions].filter(([key]) => !used.has(key)).map(([, definition]) => definition)
  return {
    ...withoutKey(others),
    style: style ?? 'normal',
    ...(others['listItem'] === undefined ? { level } : { level: level ?? 1 }),
    parts,
    unused,
  }
}

function meaningOfChild(child: unknown, meaningOfMarks: (marks: unknown) => unknown): unknown {
  if (!isObject(child) || child['_type'] !== 'span') return meaning(child)
  return { ...withoutKey(child), marks: meaningOfMarks(child['marks']) }
}

/** Merges adjacent spans that differ only in their text, and drops empty ones. */
function joined(parts: readonly unknown[]): unknown[] {
  const result: unknown[] = []
  for (const part of parts) {
    if (isSpan(part) && part.text === '') continue
    const last = result.at(-1)
    if (isSpan(part) && isSpan(last) && appearance(part) === appearance(last)) {
      result[result.length - 1] = { ...last, text: last.text + part.text }
    } else result.push(part)
  }
  return result
}

function isSpan(part: unknown): part is Block & { text: string } {
  return isObject(part) && part['_type'] === 'span' && typeof part['text'] === 'string'
}

function appearance(span: Block): string {
  return canonicalJson({ ...span, text: '' })
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}
