import { slugify } from '@octavo/contract/slug'
import { emptyItem, type ExportRecord } from '../wxr/records.ts'
import { escapeHtml } from './ghost-cards.ts'

/** settings that are menus */
const menus = { navigation: 'Navigation', secondary_navigation: 'Secondary navigation' } as const

/**
 * The menus in the settings of Ghost, as other exports have them: a term and its entries. Their number is not limited,
 * so that those that a menu has no room for are reported.
 */
export function* ghostMenus(setting: (key: string) => string, site: string): Generator<ExportRecord> {
  let order = 0
  for (const [key, name] of Object.entries(menus)) {
    const entries = entriesOf(setting(key))
    const slug = slugify(key)
    if (entries.length === 0) continue
    yield {
      kind: 'term',
      term: { taxonomy: 'nav_menu', slug, name, parent: '', description: '', id: key, metaKeys: [], line: 1 },
    }
    for (const { label, url } of entries) {
      const address = url.startsWith('/') ? site + url : url
      yield {
        kind: 'item',
        item: {
          ...emptyItem,
          type: 'nav_menu_item',
          id: `${key} ${order}`,
          title: escapeHtml(label),
          menuOrder: String(order++),
          terms: [{ taxonomy: 'nav_menu', slug, name }],
          meta: [
            ['_menu_item_type', 'custom'],
            ['_menu_item_url', address],
          ],
        },
      }
    }
  }
}

/** The entries in the JSON of a setting; none if it cannot be read. */
function entriesOf(text: string): { label: string; url: string }[] {
  try {
    const read = JSON.parse(text.replaceAll('__GHOST_URL__', '')) as unknown
    if (!Array.isArray(read)) return []
    return read.flatMap((one: unknown) => {
      const { label, url } = (one ?? {}) as Record<string, unknown>
      return typeof label === 'string' && typeof url === 'string' && url !== '' ? [{ label, url }] : []
    })
  } catch {
    return []
  }
}
