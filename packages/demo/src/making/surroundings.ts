import { operations } from '@octavo/contract/operations/registry'
import { fromMarkdown } from '@octavo/server/content/rich-text/markdown'
import { timeAt } from '../content/calendar.ts'
import { type DemoMenu, type DemoMenuEntry, demoSite, type DemoWidgetArea } from '../content/site-files.ts'
import { ask, type Site } from './site.ts'

interface Making {
  readonly site: Site
  /** when all of it was made */
  readonly at: Date
  /** the id of an item or a term */
  idOf(key: string): string
}

/** Makes the menus, sections, widget areas and settings that are not there yet. */
export async function makeSurroundings(
  site: Site,
  { now, idOf }: { readonly now: Date; idOf(key: string): string },
): Promise<void> {
  const making = { site, at: timeAt(demoSite.at, now), idOf }
  for (const menu of demoSite.menus) await makeMenu(making, menu)
  await makeSections(making)
  for (const area of demoSite.areas) await makeArea(making, area)
  await fillSettings(making)
}

type MenuItem = (typeof operations.menus.get.output)['_output']['item']['items'][number]

async function makeMenu(making: Making, { name, label, entries }: DemoMenu): Promise<void> {
  const { site, at } = making
  const { menus } = operations
  const { items } = await ask(site, menus.list, {})
  if (!items.some((menu) => menu.name === name)) await ask(site, menus.create, { name, label }, at)
  const { item } = await ask(site, menus.get, { name })
  const addLevel = async (level: readonly DemoMenuEntry[], parentId: string | null): Promise<void> => {
    for (const { below = [], ...entry } of level) {
      const known = item.items.find((one) => one.parentId === parentId && one.label === entry.label)
      const id = known?.id ?? (await addEntry(making, { menu: name, entry, parentId })).id
      await addLevel(below, id)
    }
  }
  await addLevel(entries, null)
}

async function addEntry(
  { site, at, idOf }: Making,
  { menu, entry, parentId }: { menu: string; entry: Omit<DemoMenuEntry, 'below'>; parentId: string | null },
): Promise<MenuItem> {
  const { referenceId, ...pointer } = entry
  const reference = referenceId === undefined ? {} : { referenceId: idOf(referenceId.ref) }
  const input = { name: menu, parentId, ...pointer, ...reference }
  return (await ask(site, operations.menus.addItem, input, at)).item
}

async function makeSections({ site, at }: Making): Promise<void> {
  const { items } = await ask(site, operations.sections.list, { limit: 100 })
  for (const section of demoSite.sections) {
    if (items.some(({ slug }) => slug === section.slug)) continue
    await ask(site, operations.sections.create, { ...section, content: blocksOf(section.content) }, at)
  }
}

async function makeArea({ site, at }: Making, { widgets: wanted, ...area }: DemoWidgetArea): Promise<void> {
  const { widgets } = operations
  const { items } = await ask(site, widgets.listAreas, {})
  if (!items.some(({ name }) => name === area.name)) await ask(site, widgets.createArea, area, at)
  const { item } = await ask(site, widgets.getArea, { name: area.name })
  for (const widget of wanted) {
    if (item.widgets.some(({ title }) => title === widget.title)) continue
    const input = { name: area.name, ...widget, content: blocksOf(widget.content) }
    await ask(site, widgets.create, input, at)
  }
}

function blocksOf(markdown = ''): Record<string, unknown>[] & { _type: string }[] {
  return fromMarkdown(markdown) as (Record<string, unknown> & { _type: string })[]
}

/** Existing settings are not changed. */
async function fillSettings({ site, at }: Making): Promise<void> {
  const present = await ask(site, operations.settings.get, {})
  const missing = Object.entries(demoSite.settings).filter(([name]) => !Object.hasOwn(present, name))
  if (missing.length > 0) await ask(site, operations.settings.update, Object.fromEntries(missing), at)
}
