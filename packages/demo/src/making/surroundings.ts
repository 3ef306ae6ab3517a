import type { MenuItem } from '@octavo/contract/operations/menus'
import { operations } from '@octavo/contract/operations/registry'
import { fromMarkdown } from '@octavo/server/content/rich-text/markdown'
import { timeAt } from '../content/calendar.ts'
import { type DemoMenu, type DemoMenuEntry, demoSite, type DemoWidgetArea } from '../content/site-files.ts'
import { allPages, ask, type Site } from './site.ts'

interface SurroundingsContext {
  readonly site: Site
  /** when all of it was made */
  readonly at: Date
  /** the locale of the German texts; null: they are not needed */
  readonly germanLocale: string | null
  /** the id of an item or a term */
  idOf(key: string): string
}

/** Creates the missing menus, sections, widget areas and settings. */
export async function makeSurroundings(
  site: Site,
  { now, ...rest }: Pick<SurroundingsContext, 'germanLocale' | 'idOf'> & { readonly now: Date },
): Promise<void> {
  const context = { site, at: timeAt(demoSite.at, now), ...rest }
  for (const menu of demoSite.menus) await makeMenu(context, menu)
  await makeSections(context)
  for (const area of demoSite.areas) await makeArea(context, area)
  await fillSettings(context)
}

/** Creates a menu and its entries, if they are missing, and sets their German texts. */
async function makeMenu(
  context: SurroundingsContext,
  { name, label, german, entries }: DemoMenu,
): Promise<void> {
  const { site, at, germanLocale: locale } = context
  const { menus } = operations
  const { items } = await ask(site, menus.list, {})
  if (!items.some((menu) => menu.name === name)) await ask(site, menus.create, { name, label }, at)
  if (locale !== null) await ask(site, menus.update, { name, locale, ...german }, at)
  const { item } = await ask(site, menus.get, { name })
  const addLevel = async (level: readonly DemoMenuEntry[], parentId: string | null): Promise<void> => {
    for (const { below = [], german: texts, ...entry } of level) {
      const known = item.items.find((one) => one.parentId === parentId && one.label === entry.label)
      const id = known?.id ?? (await addEntry(context, { menu: name, entry, parentId })).id
      if (locale !== null) await ask(site, menus.updateItem, { name, itemId: id, locale, ...texts }, at)
      await addLevel(below, id)
    }
  }
  await addLevel(entries, null)
}

async function addEntry(
  { site, at, idOf }: SurroundingsContext,
  {
    menu,
    entry,
    parentId,
  }: { menu: string; entry: Omit<DemoMenuEntry, 'below' | 'german'>; parentId: string | null },
): Promise<MenuItem> {
  const { referenceId, ...pointer } = entry
  const reference = referenceId === undefined ? {} : { referenceId: idOf(referenceId.ref) }
  const input = { name: menu, parentId, ...pointer, ...reference }
  return (await ask(site, operations.menus.addItem, input, at)).item
}

async function makeSections({ site, at, germanLocale: locale }: SurroundingsContext): Promise<void> {
  const { create, list, update } = operations.sections
  const present = await allPages((cursor) => ask(site, list, { limit: 100, ...cursor }))
  for (const { german, ...section } of demoSite.sections) {
    const { slug, content } = section
    if (!present.some((one) => one.slug === slug))
      await ask(site, create, { ...section, content: blocksOf(content) }, at)
    if (locale !== null) await ask(site, update, { section: slug, locale, ...withBlocks(german) }, at)
  }
}

async function makeArea(
  { site, at, germanLocale: locale }: SurroundingsContext,
  { widgets: wanted, german: texts, ...area }: DemoWidgetArea,
): Promise<void> {
  const { widgets } = operations
  const { items } = await ask(site, widgets.listAreas, {})
  if (!items.some(({ name }) => name === area.name)) await ask(site, widgets.createArea, area, at)
  const { name } = area
  if (locale !== null) await ask(site, widgets.updateArea, { name, locale, ...texts }, at)
  const { item } = await ask(site, widgets.getArea, { name })
  for (const { german, ...widget } of wanted) {
    const known = item.widgets.find(({ title }) => title === widget.title)
    const input = { name, ...widget, content: blocksOf(widget.content) }
    const { id } = known ?? (await ask(site, widgets.create, input, at)).item
    const translation = { name, widgetId: id, ...withBlocks(german) }
    if (locale !== null) await ask(site, widgets.update, { ...translation, locale }, at)
  }
}

/** Texts with their Markdown, if any, as rich text. */
function withBlocks<Texts extends { readonly content?: string }>({ content, ...texts }: Texts) {
  return { ...texts, ...(content !== undefined && { content: blocksOf(content) }) }
}

function blocksOf(markdown = ''): (Record<string, unknown> & { _type: string })[] {
  return fromMarkdown(markdown) as (Record<string, unknown> & { _type: string })[]
}

/** Sets the missing settings; existing ones keep their values. */
async function fillSettings({ site, at, germanLocale: locale }: SurroundingsContext): Promise<void> {
  const { get, update } = operations.settings
  const present = await ask(site, get, {})
  const missing = Object.entries(demoSite.settings).filter(([name]) => !Object.hasOwn(present, name))
  if (missing.length === 0) return
  await ask(site, update, Object.fromEntries(missing), at)
  if (locale !== null) await ask(site, update, { locale, ...demoSite.german }, at)
}
