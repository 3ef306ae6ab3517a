import { operations } from '@octavo/contract/operations/registry'
import type { PlannedArea, PlannedEntry, PlannedMenu, PlannedSite } from '../plan/site.ts'
import { ask, type Site } from './site.ts'

/** Makes menus, sections, widget areas and settings, as far as they are not there. `idOf` knows items and terms. */
export async function makeSurroundings(
  site: Site,
  planned: PlannedSite,
  idOf: (key: string) => string,
): Promise<void> {
  for (const menu of planned.menus) await makeMenu(site, menu, { at: planned.at, idOf })
  await makeSections(site, planned)
  for (const area of planned.areas) await makeArea(site, area, planned.at)
  await fillSettings(site, planned)
}

interface MakingMenu {
  readonly at: Date
  idOf(key: string): string
}

type MenuItem = (typeof operations.menus.get.output)['_output']['item']['items'][number]

async function makeMenu(
  site: Site,
  { name, label, entries }: PlannedMenu,
  making: MakingMenu,
): Promise<void> {
  const { menus } = operations
  const { items } = await ask(site, menus.list, {})
  if (!items.some((menu) => menu.name === name)) await ask(site, menus.create, { name, label }, making.at)
  const { item } = await ask(site, menus.get, { name })
  const add = async (level: readonly PlannedEntry[], parentId: string | null): Promise<void> => {
    for (const entry of level) {
      const known = item.items.find((one) => one.parentId === parentId && one.label === entry.label)
      const id = known?.id ?? (await addEntry(site, { menu: name, entry, parentId }, making)).id
      await add(entry.below ?? [], id)
    }
  }
  await add(entries, null)
}

async function addEntry(
  site: Site,
  { menu, entry, parentId }: { menu: string; entry: PlannedEntry; parentId: string | null },
  { at, idOf }: MakingMenu,
): Promise<MenuItem> {
  const { target, label } = entry
  const pointer =
    'referenceId' in target ? { ...target, referenceId: idOf(target.referenceId.key) } : { ...target }
  const input = { name: menu, label, parentId, ...pointer }
  return (await ask(site, operations.menus.addItem, input, at)).item
}

async function makeSections(site: Site, { sections, at }: PlannedSite): Promise<void> {
  const { items } = await ask(site, operations.sections.list, { limit: 100 })
  for (const { keywords, content, ...section } of sections) {
    if (items.some(({ slug }) => slug === section.slug)) continue
    const input = { ...section, keywords: [...keywords], content: content.map((block) => ({ ...block })) }
    await ask(site, operations.sections.create, input, at)
  }
}

async function makeArea(site: Site, { widgets: planned, ...area }: PlannedArea, at: Date): Promise<void> {
  const { widgets } = operations
  const { items } = await ask(site, widgets.listAreas, {})
  if (!items.some(({ name }) => name === area.name)) await ask(site, widgets.createArea, area, at)
  const { item } = await ask(site, widgets.getArea, { name: area.name })
  for (const { content = [], componentProps = null, ...widget } of planned) {
    if (item.widgets.some(({ title }) => title === widget.title)) continue
    const input = {
      name: area.name,
      ...widget,
      content: content.map((block) => ({ ...block })),
      componentProps,
    }
    await ask(site, widgets.create, input, at)
  }
}

/** Settings that somebody has set stay as they are. */
async function fillSettings(site: Site, { settings, at }: PlannedSite): Promise<void> {
  const present = await ask(site, operations.settings.get, {})
  const missing = Object.entries(settings).filter(([name]) => !Object.hasOwn(present, name))
  if (missing.length > 0) await ask(site, operations.settings.update, Object.fromEntries(missing), at)
}
