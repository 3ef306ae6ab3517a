import { metaOf } from './meta.ts'
import { readSerialized } from './php.ts'
import type { ExportItem } from './wxr/records.ts'

/** A menu entry in the export. */
export interface MenuEntry {
  /** what the report calls it */
  readonly kind: string
  /** its number in the report */
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
  /** with spaces between; null if it has none */
  readonly cssClasses: string | null
  readonly order: number
}

/**
 * The entry that an item of the type `nav_menu_item` represents. WordPress stores the title attribute of its link as
 * the excerpt, its description as the content, and its relation to the linked person (XFN) as a custom field
 * (`wp_update_nav_menu_item` in wp-includes/nav-menu.php).
 */
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

/** The target of an entry, from its custom fields `_menu_item_…`. */
function factsOf(item: ExportItem): EntryFacts {
  const property = (name: string): string => metaOf(item, `_menu_item_${name}`)
  const kind = property('type')
  const parent = property('menu_item_parent')
  return {
    id: item.id,
    parentId: parent === '0' ? '' : parent,
    kind: kind === 'post_type' || kind === 'taxonomy' || kind === 'post_type_archive' ? kind : 'custom',
    object: property('object'),
    objectId: property('object_id'),
    url: property('url'),
    target: property('target') === '_blank' ? '_blank' : null,
    cssClasses: classesOf(property('classes')),
    order: Number(item.menuOrder) || 0,
  }
}

/** The CSS classes of an entry, which WordPress stores as a serialized list; null without a valid one. */
function classesOf(text: string): string | null {
  const read = readSerialized(text)?.value
  const names = Array.isArray(read) ? read.filter((name): name is string => typeof name === 'string') : []
  const joined = names
    .filter((name) => /^[\w-]+$/.test(name))
    .join(' ')
    .slice(0, 200)
  return joined === '' ? null : joined
}
