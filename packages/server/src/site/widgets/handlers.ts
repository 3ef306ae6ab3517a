import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import type { Widget, WidgetArea } from '@octavo/contract/operations/widgets'
import { audit, auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { nameTaken, refusingDuplicates } from '../../core/duplicates.ts'
import { brokenAt, invalid, notFound, refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { bytesOf, refuseTooLarge } from '../../core/item-size.ts'
import { unsafeLinkIssues } from '../../core/rich-text-links.ts'
import { storedRichText } from '../../content/media/library.ts'
import { linkSitePart, removeLinks, sourceTypes } from '../../content/links/links.ts'
import { menuNames } from '../menus/menu.ts'
import { unmarkedText } from '../../core/model/media-marks.ts'
import { checkedBlocks } from '../../plugins/blocks.ts'
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
import { presentWidget, shownColumns, shownWidget, shownWidgets } from './widget.ts'

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
    const widgets = rows.map((row) => presentWidget(row, menus))
    return { item: { ...presentArea(area), widgets: await shownWidgets(context, widgets) } }
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
    const widgets = await listWidgets(context, area.id)
    await deleteArea(context, name)
    for (const { id } of widgets) await removeLinks(context, id)
    const before = { ...presentArea(area), widgets: widgets.length }
    auditThing(context, 'widgetArea', { name, before, after: null })
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
      ...shownColumns(
        { ...nothing, ...(await checkedContent(context, defined(input), nothing)), type },
        menus,
      ),
      sort_order: (others.at(-1)?.sort_order ?? -1) + 1,
      created_at: context.now,
      updated_at: context.now,
    }
    refuseLarge(context, row, null, others)
    await insertWidget(context, row)
    await linkWidget(context, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', { name, before: null, after: item, partOf: areaOf(row, name) })
    return { item: await shownWidget(context, item) }
  },

  update: async (context, { name, widgetId, ...changes }) => {
    const { row: before, others } = await openWidget(context, name, widgetId)
    const menus = await menuNames(context)
    const presented = presentWidget(before, menus)
    const { title, content, ...settings } = presented
    const isOtherType = changes.type !== undefined && changes.type !== before.type
    const kept = isOtherType ? { ...nothing, title, content } : { ...settings, title, content }
    const given = await checkedContent(context, defined(changes), presented)
    const shown = { ...kept, type: before.type, ...given }
    const row: WidgetRow = { ...before, ...shownColumns(shown, menus), updated_at: context.now }
    refuseLarge(context, row, before, others)
    await updateWidget(context, row.id, row)
    await linkWidget(context, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', { name, before: presented, after: item, partOf: areaOf(row, name) })
    return { item: await shownWidget(context, item) }
  },

  delete: async (context, { name, widgetId }) => {
    const { row } = await openWidget(context, name, widgetId)
    await deleteWidget(context, row.id)
    await removeLinks(context, row.id)
    const before = presentWidget(row, await menuNames(context))
    auditThing(context, 'widget', { name, before, after: null, partOf: areaOf(row, name) })
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
    const widgets = after.map((row) => presentWidget(row, menus))
    return { items: await shownWidgets(context, widgets) }
  },
}

/** A widget changes its area. */
function areaOf({ area_id }: WidgetRow, name: string): { type: string; id: string; name: string } {
  return { type: 'widgetArea', id: area_id, name }
}

type WidgetContent = Pick<Widget, 'content' | 'componentProps'>

const nothing = { title: null, content: [], menuName: null, componentId: null, componentProps: null }

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function defined<T extends object>(input: T): Defined<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>
}

/** The widget with its rich text, if any, in the form to store. Throws VALIDATION_ERROR for unsafe links. */
async function checkedContent<Given extends Partial<WidgetContent>>(
  context: WriteContext,
  given: Given,
  stored: WidgetContent,
): Promise<Given> {
  const issues = unsafeLinkIssues(given.componentProps, 'componentProps', stored.componentProps)
  if (issues.length > 0) throw invalid(issues)
  const { blocks } = context.services.plugins.current
  const content =
    given.content && checkedBlocks(blocks, given.content, { path: 'content', stored: stored.content })
  return storedRichText(context, { ...given, ...(content !== undefined && { content }) }, () =>
    Promise.resolve(stored),
  )
}

async function linkWidget(context: WriteContext, { id, content, component_props }: WidgetRow): Promise<void> {
  await linkSitePart(context, { id, type: sourceTypes.widget }, [
    { field: 'content', value: unmarkedText(content), linksBy: 'any' },
    { field: 'componentProps', value: unmarkedText(component_props ?? ''), linksBy: 'any' },
  ])
}

function areaNotFound(name: string): Error {
  return notFound(`The widget area "${name.slice(0, 100)}"`)
}

async function openArea(context: ReadContext, name: string): Promise<AreaRow> {
  const row = await findArea(context, name)
  if (row === undefined) throw areaNotFound(name)
  return row
}

/** The area with this name, locked for a change of it or its widgets until the transaction ends. */
async function openAreaForChange(context: WriteContext, name: string): Promise<AreaRow> {
  await touchArea(context, name)
  return openArea(context, name)
}

interface OpenWidget {
  readonly row: WidgetRow
  /** of the same area */
  readonly others: readonly WidgetRow[]
}

async function openWidget(context: WriteContext, name: string, id: string): Promise<OpenWidget> {
  const area = await openAreaForChange(context, name)
  const rows = await listWidgets(context, area.id)
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound(`The widget "${id.slice(0, 100)}" of the area "${name}"`)
  return { row, others: rows.filter((one) => one !== row) }
}

/**
 * Throws VALIDATION_ERROR when a widget takes more bytes than one may, or all of its area more than one answer has:
 * widgets come with their area, which has no pages.
 */
function refuseLarge(
  context: WriteContext,
  row: WidgetRow,
  before: WidgetRow | null,
  others: readonly WidgetRow[],
): void {
  const path = row.content.length > (row.component_props?.length ?? 0) ? 'content' : 'componentProps'
  const [has, had] = [bytesOfWidget(row), before === null ? 0 : bytesOfWidget(before)]
  refuseTooLarge(context, { path: () => path, has, had })
  const most = limits.listBytes
  const ofArea = others.reduce((sum, other) => sum + bytesOfWidget(other), has)
  if (ofArea > most && has > had) throw brokenAt(path, 'areaTooLarge', { most, has: ofArea })
}

function bytesOfWidget({ content, component_props }: WidgetRow): number {
  return bytesOf(content) + bytesOf(component_props)
}

/** A new order must name exactly the existing widgets. */
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
