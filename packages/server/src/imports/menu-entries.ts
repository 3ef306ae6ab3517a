import { metaOf } from './meta.ts'
import { readSerialized } from './php.ts'
import type { ExportItem } from './wxr/records.ts'

/** A menu entry in the export. */
export interface MenuEntry {
  readonly kind: string
  readonly seq: number
  /** its label as HTML; empty for the title of its target */
  readonly title: string
  readonly line: number
  /** slug of its menu; empty if it has none */
  readonly menu: string
  readonly facts: EntryFacts
  /** further details that menus cannot store; absent if there are none */
  readonly leftOut?: readonly string[]
}

export function isMenuItem({ type }: ExportItem): boolean {
  return type === 'nav_menu_item'
}

/** The target of an entry in terms of the export. */
export interface EntryFacts {
  readonly id: string
  readonly parentId: string
  readonly kind: 'post_type' | 'taxonomy' | 'custom' | 'post_type_archive'
  /** post type or taxonomy */
  readonly object: string
  readonly objectId: string
  readonly url: string
  readonly target: '_blank' | null
  readonly cssClasses: string | null
  readonly order: number
}

/** The entry that an item represents. */
export function menuEntryOf(item: ExportItem, seq: number): MenuEntry {
  const menu = item.terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.slug ?? ''
  const leftOut = leftOutOf({
    title: item.excerpt,
    description: item.content,
    xfn: metaOf(item, '_menu_item_xfn'),
  })
  return {
    kind: item.type,
    seq,
    title: item.title,
    line: item.line,
    menu,
    facts: factsOf(item),
    ...(leftOut.length > 0 && { leftOut }),
  }
}

/** The names of the details that have a value. */
export function leftOutOf(parts: Readonly<Record<string, string>>): string[] {
  return Object.entries(parts).flatMap(([name, text]) => (text.trim() === '' ? [] : [name]))
}

function factsOf(item: ExportItem): EntryFacts {
  const said = (name: string): string => metaOf(item, `_menu_item_${name}`)
  const kind = said('type')
  const parent = said('menu_item_parent')
  return {
    id: item.id,
    parentId: parent === '0' ? '' : parent,
    kind: kind === 'post_type' || kind === 'taxonomy' || kind === 'post_type_archive' ? kind : 'custom',
    object: said('object'),
    objectId: said('object_id'),
    url: said('url'),
    target: said('target') === '_blank' ? '_blank' : null,
    cssClasses: classesOf(said('classes')),
    order: Number(item.menuOrder) || 0,
  }
}

function classesOf(text: string): string | null {
  const read = readSerialized(text)?.value
  const names = Array.isArray(read) ? read.filter((name): name is string => typeof name === 'string') : []
  const joined = names
    .filter((name) => /^[\w-]+$/.test(name))
    .join(' ')
    .slice(0, 200)
  return joined === '' ? null : joined
}
