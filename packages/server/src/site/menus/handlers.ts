import { auditThing } from '../../core/audit-recorder.ts'
import { nameTaken, refusingDuplicates } from '../../core/duplicates.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { namedLocale } from '../../core/locales-for.ts'
import { identityOf } from '../../core/undoable.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import { removeLinks } from '../../content/links/links.ts'
import {
  inLocale,
  textsWithin,
  translationLocale,
  withTexts,
} from '../../content/site-translations/reading.ts'
import {
  defaultChanges,
  newTexts,
  removeTranslationsWithin,
  translate,
  translatedChanges,
} from '../../content/site-translations/writing.ts'
import { removeItems } from './removal.ts'
import { translateItem } from './item-translations.ts'
import { addItem, changeItem, moveItems, presentItems } from './items.ts'
import { menuForUndo } from './for-undo.ts'
import { itemOf } from './present-item.ts'
import { partsOfMenu } from './urls.ts'
import { menuNotFound, openMenu, openMenuForChange, presentMenu as present } from './menu.ts'
import { setItems } from './whole-menu.ts'
import { deleteMenu, insertMenu, listMenuItems, listMenus, lockMenu, updateMenu } from './store.ts'

/**
 * `translationLocale` is the locale whose translations a call reads or writes; null: the default locale, whose texts
 * are in the rows of the menus and items themselves. `namedLocale` is the locale that the call names, which can be the
 * default one too; undefined: it names none.
 */
export const menuHandlers: HandlersOf<'menus'> = {
  list: async (context, { locale }) => {
    const translation = translationLocale(context, locale)
    const rows = await inLocale(context, await listMenus(context), translation)
    const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return { items: sorted.map((row) => ({ ...present(row), itemCount: row.item_count })) }
  },

  get: async (context, { name, locale: named }) => {
    const translation = translationLocale(context, named)
    const row = await openMenu(context, name)
    const texts = await textsWithin(context, row.id, translation)
    const rows = await listMenuItems(context, row.id)
    // Items lead to translations in a locale that is named, or that is the only one of the caller.
    const locale = namedLocale(context, named) ?? translation ?? undefined
    const items = await presentItems(context, rows, { locale, texts })
    reportCacheTags(context, await partsOfMenu(context, rows))
    return { item: { ...present(withTexts(row, texts.get(row.id))), items } }
  },

  create: async (context, { name, label, locale }) => {
    const isTranslation = translationLocale(context, locale) !== null
    // If an undo creates a deleted menu again, `identityOf` gives its former id and time.
    const { id, createdAt } = identityOf(context)
    const row = { id, name, label, created_at: createdAt, updated_at: context.now }
    await refusingDuplicates(context, nameTaken(name, 'menu'), () => insertMenu(context, row))
    auditThing(context, 'menu', { name, before: null, after: present(row) })
    // The label is stored for the default locale too, because every menu needs one there.
    if (isTranslation) return menuHandlers.update(context, { name, label, locale })
    return { item: present(row) }
  },

  update: async (context, { name, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const before = await openMenuForChange(context, name)
    if (locale !== null) {
      const values = translatedChanges('menu', input)
      const texts = await translate(context, {
        type: 'menu',
        inDefaultLocale: present(before),
        name,
        locale,
        values,
      })
      return { item: present(withTexts(before, texts)) }
    }
    const { label } = defaultChanges(input, ['label'])
    const row = { ...before, label: label ?? before.label }
    await updateMenu(context, row)
    auditThing(context, 'menu', { name, before: present(before), after: present(row) })
    return { item: present(row) }
  },

  delete: async (context, { name }) => {
    const row = await lockMenu(context, name)
    if (row === undefined) throw menuNotFound(name)
    // A widget that shows the menu refuses its deletion here.
    await notifyDeletion(context, { kind: 'menu', id: row.id, name })
    // `kept` is stored with the audit entry, for an undo of the deletion.
    const kept = await menuForUndo(context, row)
    for (const { id } of await listMenuItems(context, row.id)) await removeLinks(context, id)
    await deleteMenu(context, row.id)
    await removeTranslationsWithin(context, row.id)
    auditThing(context, 'menu', { name, before: present(row), after: null, kept })
    return { success: true }
  },

  addItem: async (context, { name, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const menu = await openMenuForChange(context, name)
    const item = await addItem(context, menu, input)
    if (locale === null) return { item }
    // The item has these texts in the default locale too, as a new menu has.
    const texts = newTexts('menuItem', input)
    return { item: await translateItem(context, { menu, id: item.id, locale }, texts) }
  },

  updateItem: async (context, { name, itemId, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const menu = await openMenuForChange(context, name)
    if (locale !== null) return { item: await translateItem(context, { menu, id: itemId, locale }, input) }
    return { item: await changeItem(context, menu, itemId, defaultChanges(input, ['label'])) }
  },

  deleteItem: async (context, { name, itemId }) => {
    const menu = await openMenuForChange(context, name)
    const rows = await listMenuItems(context, menu.id)
    await removeItems(context, { menu, rows }, new Set([itemOf(rows, menu, itemId).id]))
    return { success: true }
  },

  setItems: async (context, { name, items }) => {
    const menu = await openMenuForChange(context, name)
    await setItems(context, menu, items)
    return {
      item: { ...present(menu), items: await presentItems(context, await listMenuItems(context, menu.id)) },
    }
  },

  reorder: async (context, { name, items }) => ({
    items: await moveItems(context, await openMenuForChange(context, name), items),
  }),
}
