import { type Block, isObject } from './block.ts'

/** An edit that cannot be done; the message says why, and names places that the caller may have meant. */
export class EditRefusal extends Error {}

export interface Replacement {
  readonly find: string
  readonly replace: string
  /** whether all places are replaced; otherwise there must be exactly one */
  readonly all: boolean
}

/** placeholder for an inline object in the text of a block */
const objectMark = '\uFFFC'

/** limits of a message: places, characters of the text in each, and characters on each side of it */
const shownPlaces = 5
const shownText = 200
const around = 30

/** Replaces a text within blocks, also in those within tables and quotes. Other blocks stay the same objects. */
export function replaceInBlocks(blocks: readonly Block[], replacement: Replacement): Block[] {
  const places: string[] = []
  const addPlaces = (block: Block): Block => {
    const text = textOf(block)
    for (const at of positionsOf(text, replacement.find))
      places.push(`${String(block['_key'])}: "${excerpt(text, at, replacement.find.length)}"`)
    return block
  }
  for (const block of blocks) mapTexts(block, addPlaces)
  requireOne(places, replacement, () => nearPlaces(blocks, replacement.find))
  return blocks.map((block) => mapTexts(block, (text) => replacedIn(text, replacement)) as Block)
}

/** Replaces a text within a plain text; `places` are excerpts of the changed text around each replacement. */
export function replaceInText(text: string, replacement: Replacement): { text: string; places: string[] } {
  const { find, replace } = replacement
  const at = positionsOf(text, find)
  requireOne(
    at.map((position) => `"${excerpt(text, position, find.length)}"`),
    replacement,
    () => (text.toLowerCase().includes(find.toLowerCase()) ? ['with other capital letters'] : []),
  )
  const grown = replace.length - find.length
  const changed = text.split(find).join(replace)
  return {
    text: changed,
    places: at.map((position, index) => excerpt(changed, position + index * grown, replace.length)),
  }
}

/** The text of a block as readers see it, with a placeholder for each inline object. */
export function textOf(block: Block): string {
  const children = Array.isArray(block['children']) ? block['children'] : []
  return children.map((child: unknown) => spanText(child) ?? objectMark).join('')
}

/** Throws unless a text is in one place, or in several if all are to be replaced. */
function requireOne(
  places: readonly string[],
  { find, all }: Replacement,
  near: () => readonly string[],
): void {
  const shown = JSON.stringify(find.slice(0, 100))
  if (places.length === 0) {
    const others = near()
    const hint = others.length === 0 ? '' : ` Similar: ${others.slice(0, shownPlaces).join('; ')}.`
    throw new EditRefusal(
      `${shown} is not there; text is found within one paragraph, without Markdown.${hint}`,
    )
  }
  if (places.length === 1 || all) return
  const more = places.length > shownPlaces ? `; and ${places.length - shownPlaces} more` : ''
  throw new EditRefusal(
    `${shown} is there ${places.length} times: ${places.slice(0, shownPlaces).join('; ')}${more}. Give more of the text around it, or all: true.`,
  )
}

/** Places that have the text with other capital letters or blanks. */
function nearPlaces(blocks: readonly Block[], find: string): string[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ')
  const wanted = plain(find)
  const found: string[] = []
  const addSimilar = (block: Block): Block => {
    const text = plain(textOf(block))
    const at = text.indexOf(wanted)
    if (at !== -1) found.push(`${String(block['_key'])}: "${excerpt(text, at, wanted.length)}"`)
    return block
  }
  for (const block of blocks) mapTexts(block, addSimilar)
  return found
}

function positionsOf(text: string, find: string): number[] {
  // The placeholder is not text, so it cannot be replaced.
  if (find.includes(objectMark)) return []
  const positions: number[] = []
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) positions.push(at)
  return positions
}

function excerpt(text: string, at: number, length: number): string {
  const start = Math.max(0, at - around)
  const end = Math.min(text.length, at + length + around)
  const part = text.slice(start, Math.min(end, start + around + shownText + around)).toWellFormed()
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}

/** The value with each text block in it changed; unchanged parts stay the same objects. */
function mapTexts(value: unknown, change: (block: Block) => Block): unknown {
  if (Array.isArray(value)) {
    const mapped = value.map((part) => mapTexts(part, change))
    return mapped.some((part, index) => part !== value[index]) ? mapped : value
  }
  if (!isObject(value)) return value
  if (value['_type'] === 'block' && Array.isArray(value['children'])) return change(value)
  const entries = Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)] as const)
  return entries.some(([key, part]) => part !== value[key]) ? Object.fromEntries(entries) : value
}

function spanText(child: unknown): string | undefined {
  return isObject(child) && child['_type'] === 'span' && typeof child['text'] === 'string'
    ? child['text']
    : undefined
}

function replacedIn(block: Block, { find, replace }: Replacement): Block {
  const starts = positionsOf(textOf(block), find)
  if (starts.length === 0) return block
  let start = 0
  const children = (block['children'] as unknown[]).flatMap((child) => {
    const text = spanText(child)
    const [from, to] = [start, start + (text?.length ?? objectMark.length)]
    start = to
    if (text === undefined) return [child]
    const changed = replacedSpan(text, { from, to, starts, find, replace })
    if (changed === text) return [child]
    return changed === '' ? [] : [{ ...(child as Block), text: changed }]
  })
  // A block without its text keeps one empty span.
  const kept = children.length > 0 ? children : [{ ...(block['children'] as Block[])[0], text: '' }]
  return withUsedMarks({ ...block, children: kept })
}

/** Where a span is in the text of its block, and the places in that text that are replaced. */
interface SpanPlace {
  readonly from: number
  readonly to: number
  readonly starts: readonly number[]
  readonly find: string
  readonly replace: string
}

/** The text of a span after the replacement. A place in several spans is replaced in the span where it begins. */
function replacedSpan(text: string, { from, to, starts, find, replace }: SpanPlace): string {
  let result = ''
  let at = from
  for (const begin of starts) {
    const end = begin + find.length
    if (end <= from || begin >= to) continue
    result += text.slice(at - from, Math.max(begin, from) - from)
    if (begin >= from) result += replace
    at = Math.min(end, to)
  }
  return result + text.slice(at - from)
}

/** Links that have no text any more are removed. */
function withUsedMarks(block: Block): Block {
  if (!Array.isArray(block['markDefs'])) return block
  const used = new Set(
    (block['children'] as Block[]).flatMap(({ marks }) => (Array.isArray(marks) ? (marks as unknown[]) : [])),
  )
  return { ...block, markDefs: (block['markDefs'] as Block[]).filter(({ _key }) => used.has(_key)) }
}
