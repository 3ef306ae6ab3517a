import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import type { Widget, WidgetArea } from '@octavo/contract/operations/widgets'
import { audit, auditThing } from '../audit/record.ts'
import type { ReadContext, WriteContext } from '../context.ts'
import { nameTaken, refusingDuplicates } from '../duplicates.ts'
import { invalid, notFound, refusal } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { menuNames } from '../menus/menu.ts'
import { checkedBlocks } from '../plugins/blocks.ts'
import {
  type AreaRow,
  deleteArea,
  deleteWidget,
  findArea,
  insertArea,
  insertWidget,
  listAreas,
  listWidgets,
  touchArea,
  updateArea,
  updateWidget,
  type WidgetRow,
} from './store.ts'
import { presentWidget, shownColumns } from './widget.ts'

export const widgetHandlers: HandlersOf<'widgets'> = {
  listAreas: async (context) => {
    const rows = await listAreas(context)
    const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return { items: sorted.map((row) => ({ ...presentArea(row), widgetCount: row.widget_count })) }
  },

  getArea: async (context, { name }) => {
    const area = await openArea(context, name)
    const rows = await listWidgets(context, area.id)
    const menus = await menuNames(context)
    return { item: { ...presentArea(area), widgets: rows.map((row) => presentWidget(row, menus)) } }
  },

  createArea: async (context, { name, label, description = null }) => {
    const row = { id: newId(), name, label, description, created_at: context.now, updated_at: context.now }
    await refusingDuplicates(context, nameTaken(name, 'widget area'), () => insertArea(context, row))
    auditThing(context, 'widgetArea', { name, before: null, after: presentArea(row) })
    return { item: presentArea(row) }
  },

  updateArea: async (context, { name, label, description }) => {
    const before = await openAreaForChange(context, name)
    const row = {
      ...before,
      label: label ?? before.label,
      description: description === undefined ? before.description : description,
    }
    await updateArea(context, row)
    auditThing(context, 'widgetArea', { name, before: presentArea(before), after: presentArea(row) })
    return { item: presentArea(row) }
  },

  deleteArea: async (context, { name }) => {
    const area = await openAreaForChange(context, name)
    const widgets = (await listWidgets(context, area.id)).length
    await deleteArea(context, name)
    auditThing(context, 'widgetArea', { name, before: { ...presentArea(area), widgets }, after: null })
    return { success: true }
  },

  create: async (context, { name, type, ...input }) => {
    const area = await openAreaForChange(context, name)
    const others = await listWidgets(context, area.id)
    if (others.length >= limits.widgets) {
      throw refusal('CONFLICT', 'areaFull', { most: limits.widgets })
    }
    const menus = await menuNames(context)
    const row: WidgetRow = {
      id: newId(),
      area_id: area.id,
      ...shownColumns({ ...nothing, ...withBlocks(context, defined(input)), type }, menus),
      sort_order: (others.at(-1)?.sort_order ?? -1) + 1,
      created_at: context.now,
      updated_at: context.now,
    }
    await insertWidget(context, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', { name, before: null, after: item })
    return { item }
  },

  update: async (context, { name, widgetId, ...changes }) => {
    const before = await openWidget(context, name, widgetId)
    const menus = await menuNames(context)
    const presented = presentWidget(before, menus)
    const { title, content, ...settings } = presented
    const isOtherType = changes.type !== undefined && changes.type !== before.type
    const kept = isOtherType ? { ...nothing, title, content } : { ...settings, title, content }
    const shown = { ...kept, type: before.type, ...withBlocks(context, defined(changes)) }
    const row: WidgetRow = { ...before, ...shownColumns(shown, menus), updated_at: context.now }
    await updateWidget(context, row.id, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', { name, before: presented, after: item })
    return { item }
  },

  delete: async (context, { name, widgetId }) => {
    const row = await openWidget(context, name, widgetId)
    await deleteWidget(context, row.id)
    const before = presentWidget(row, await menuNames(context))
    auditThing(context, 'widget', { name, before, after: null })
    return { success: true }
  },

  reorder: async (context, { name, widgetIds }) => {
    const area = await openAreaForChange(context, name)
    const rows = await listWidgets(context, area.id)
    refuseOtherWidgets(rows, widgetIds)
    for (const [sortOrder, id] of widgetIds.entries()) {
      await updateWidget(context, id, { sort_order: sortOrder })
    }
    audit(context, {
      targetType: 'widgetArea',
      targetId: area.id,
      targetName: name,
      before: { widgetIds: rows.map(({ id }) => id) },
      after: { widgetIds },
    })
    const menus = await menuNames(context)
    const after = await listWidgets(context, area.id)
    return { items: after.map((row) => presentWidget(row, menus)) }
  },
}

type WidgetContent = Widget['content']

const nothing = { title: null, content: [], menuName: null, componentId: null, componentProps: null }

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function defined<T extends object>(input: T): Defined<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>
}

/** With its rich text, if there is some, as it is to be stored. */
function withBlocks<Given extends { content?: WidgetContent }>(
  { services }: WriteContext,
  given: Given,
): Given {
  if (given.content === undefined) return given
  return { ...given, content: checkedBlocks(services.plugins.current.blocks, given.content, 'content') }
}

function areaNotFound(name: string): Error {
  return notFound(`The widget area "${name.slice(0, 100)}"`)
}

async function openArea(context: ReadContext, name: string): Promise<AreaRow> {
  const row = await findArea(context, name)
  if (row === undefined) throw areaNotFound(name)
  return row
}

/** The area of a name for a change of it or its widgets, locked until the transaction ends. */
async function openAreaForChange(context: WriteContext, name: string): Promise<AreaRow> {
  await touchArea(context, name)
  return openArea(context, name)
}

async function openWidget(context: WriteContext, name: string, id: string): Promise<WidgetRow> {
  const area = await openAreaForChange(context, name)
  const row = (await listWidgets(context, area.id)).find((one) => one.id === id)
  if (row === undefined) throw notFound(`The widget "${id.slice(0, 100)}" of the area "${name}"`)
  return row
}

/** A new order names exactly the widgets that there are. */
function refuseOtherWidgets(rows: readonly WidgetRow[], widgetIds: readonly string[]): void {
  const there = new Set(rows.map(({ id }) => id))
  const named = new Set(widgetIds)
  const issues: Issue[] = [
    ...widgetIds.flatMap((id, index) => {
      const path = `widgetIds.${index}`
      if (!there.has(id)) return [{ path, message: `there is no widget ${id} in this area` }]
      return widgetIds.indexOf(id) < index ? [{ path, message: 'is named twice' }] : []
    }),
    ...[...there]
      .filter((id) => !named.has(id))
      .map((id) => ({ path: 'widgetIds', message: `${id} must be named too` })),
  ]
  if (issues.length > 0) throw invalid(issues)
}

function presentArea({ id, name, label, description, created_at, updated_at }: AreaRow): WidgetArea {
  return { id, name, label, description, createdAt: created_at, updatedAt: updated_at }
}
