import type { MenuItem, menus } from '@octavo/contract/operations/menus'
import type { z } from 'zod'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { pick } from '../../core/undoable.ts'
import { invalidAt } from '../../platform/errors.ts'
import { linkSitePart, sourceTypes } from '../../content/links/links.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { withTexts } from '../../content/site-translations/reading.ts'
import {
  removeMember,
  translate,
  translatedChanges,
  translatedLinks,
} from '../../content/site-translations/writing.ts'
import { itemOf, presentItem } from './present-item.ts'
import { subjectOf } from './removal.ts'
import { listMenuItems, type MenuItemRow, type MenuRow, updateMenuItem } from './store.ts'
import { resolveLinks } from './urls.ts'

export type ItemInput = Omit<z.output<typeof menus.updateItem.input>, 'name' | 'itemId' | 'locale'>

interface TranslatedItem {
  readonly menu: MenuRow
  readonly id: string
  readonly locale: string
}

/** Translates the texts of a menu item into a locale. */
export async function translateItem(
  context: WriteContext,
  { menu, id, locale }: TranslatedItem,
  input: ItemInput,
): Promise<MenuItem> {
  const row = itemOf(await listMenuItems(context, menu.id), menu, id)
  const values = translatedChanges('menuItem', input)
  if (row.custom_url === null && typeof values.customUrl === 'string')
    throw invalidAt('customUrl', `must be absent for an item of the type "${row.type}"`)
  const { name, partOf: auditedMenu } = subjectOf(menu, row)
  // `partOf` names the menu in the audit log; `containerId` is stored with the texts, so that those of all its items
  // are read by one statement.
  const texts = await translate(context, {
    type: 'menuItem',
    inDefaultLocale: presentItem(row, await resolveLinks(context, [row])),
    name,
    partOf: auditedMenu,
    containerId: menu.id,
    locale,
    values,
  })
  // Only the time is new: the row has the texts of the default locale.
  const changed = { ...row, updated_at: context.now }
  await updateMenuItem(context, changed)
  await linkItem(context, row)
  const translated = withTexts(changed, texts)
  return presentItem(translated, await resolveLinks(context, [translated], locale))
}

/**
 * Removes the translated addresses of an item that no longer has an address; returns them in the form of the audit
 * log.
 */
export async function removeTranslatedUrls(context: WriteContext, id: string): Promise<Facts> {
  const removed = pick(await translationFacts(context, id), ['customUrl'])
  await removeMember(context, id, 'customUrl')
  return removed
}

/** Updates the links of an item and of its translations. */
export async function linkItem(
  context: WriteContext,
  { id, custom_url, entry_id }: MenuItemRow,
): Promise<void> {
  await linkSitePart(context, { id, type: sourceTypes.menuItem }, [
    { field: 'customUrl', value: custom_url, linksBy: 'address' },
    { field: 'referenceId', value: entry_id, linksBy: 'id' },
    ...(await translatedLinks(context, id, { customUrl: 'address' })),
  ])
}
