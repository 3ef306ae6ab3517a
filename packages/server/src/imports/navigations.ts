import { lineOf } from './convert/html.ts'
import { innerBlocks, type MarkupBlock, maxDepth, parseMarkup } from './convert/markup.ts'
import { type EntryFacts, leftOutOf, type MenuEntry } from './menu-entries.ts'

/** The content of a menu that is made of blocks. */
export interface Navigation {
  readonly entries: readonly Omit<MenuEntry, 'seq' | 'line' | 'menu'>[]
  /** names of the blocks that menus here cannot have, or that are nested too deeply */
  readonly unsupported: readonly string[]
}

/**
 * The entries of a menu that is made of blocks. Their number is not limited here, so that those that a menu has no room
 * for are reported as those of other menus are; the length of the content is (`longestNavigation` in `items-phase.ts`).
 */
export function readNavigation(content: string): Navigation {
  const reading: Reading = { entries: [], unsupported: new Set() }
  const onDeep = (name: string) => reading.unsupported.add(`${name} deeper than ${maxDepth} levels`)
  for (const block of parseMarkup(content, onDeep)) readBlock(block, '', reading)
  return { entries: reading.entries, unsupported: [...reading.unsupported] }
}

interface Reading {
  readonly entries: Omit<MenuEntry, 'seq' | 'line' | 'menu'>[]
  readonly unsupported: Set<string>
}

/** Adds the entry of a block, and those of the blocks within it. */
function readBlock(block: MarkupBlock, parentId: string, reading: Reading): void {
  const { name } = block
  // Text between blocks has no name.
  if (name === null) return
  // These only contain other blocks.
  if (name === 'social-links' || name === 'navigation') return readInner(block, parentId, reading)
  const facts = factsOf(block)
  if (facts === null) {
    reading.unsupported.add(name)
    return
  }
  const id = String(reading.entries.length + 1)
  const { title, description, rel } = block.attributes
  const leftOut = leftOutOf({ title: textOf(title), description: textOf(description), rel: textOf(rel) })
  reading.entries.push({
    kind: 'navigation_link',
    title: labelOf(block),
    facts: { ...facts, id, parentId, order: reading.entries.length },
    ...(leftOut.length > 0 && { leftOut }),
  })
  readInner(block, id, reading)
}

function readInner(block: MarkupBlock, parentId: string, reading: Reading): void {
  for (const inner of innerBlocks(block)) readBlock(inner, parentId, reading)
}

/** The label of an entry. A social link without one has the name of its network. */
function labelOf({ name, attributes }: MarkupBlock): string {
  const label = textOf(attributes['label']) || textOf(attributes['service'])
  return label === '' && name === 'home-link' ? 'Home' : label
}

type Target = Omit<EntryFacts, 'id' | 'parentId' | 'order'>

/** The target that a block links to; null for a block that menus here cannot have. */
function factsOf({ name, attributes }: MarkupBlock): Target | null {
  if (name === 'home-link') return { ...custom, url: '/' }
  if (name === 'social-link') return { ...custom, url: textOf(attributes['url']) }
  if (name !== 'navigation-link' && name !== 'navigation-submenu') return null
  const kind = kindOf(attributes)
  const type = textOf(attributes['type'])
  return {
    kind,
    object: type === 'tag' ? 'post_tag' : type,
    objectId: textOf(attributes['id']),
    url: textOf(attributes['url']),
    target: attributes['opensInNewTab'] === true ? '_blank' : null,
    // Names that a menu refuses are left out.
    cssClasses: /^[\w -]{1,200}$/.exec(textOf(attributes['className']))?.[0] ?? null,
  }
}

const custom: Target = {
  kind: 'custom',
  object: '',
  objectId: '',
  url: '',
  target: null,
  cssClasses: null,
}

/**
 * The kind of target of a block `core/navigation-link`, in the words of other menus. Without an id it only has an
 * address. Its attribute `kind` is missing in old content, in which `type` names the taxonomy or post type alone.
 */
function kindOf({ kind, id, type }: MarkupBlock['attributes']): EntryFacts['kind'] {
  if (kind === 'post-type-archive') return 'post_type_archive'
  if (textOf(id) === '' || kind === 'custom') return 'custom'
  if (kind === 'taxonomy' || type === 'category' || type === 'tag') return 'taxonomy'
  return kind === 'post-type' || textOf(type) !== '' ? 'post_type' : 'custom'
}

/** An attribute as text; empty if it is neither text nor a number. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

/** The entries of a menu that is not imported, as a text for its report line. */
export function navigationTexts({ entries }: Navigation): string {
  return entries
    .map(({ title, facts }) => `${lineOf(title) || facts.url} (${facts.url || facts.objectId})`)
    .join(', ')
}
