import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { audit, auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { nameTaken, refusingDuplicates } from '../../core/duplicates.ts'
import { invalid, notFound, refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
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
  removeTranslations,
  removeTranslationsWithin,
  translate,
  translatedChanges,
} from '../../content/site-translations/writing.ts'
import { menuNames } from '../menus/menu.ts'
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
import { widgetForUndo, areaForUndo } from './for-undo.ts'
import { answeredWidget, answeredWidgets, contentColumns, presentArea, presentWidget } from './widget.ts'
import { areaOf, checkedContent, linkWidget, type OpenWidget, refuseLarge } from './widget-content.ts'
import { removeTranslatedProps, translatedRow, translateWidget } from './widget-translations.ts'

/**
 * `translationLocale` is null for the default locale, whose texts are in the rows of areas and widgets. What is created
 * in another locale has its texts in the default locale too, because it needs some there.
 */
export const widgetHandlers: HandlersOf<'widgets'> = {
  listAreas: async (context, { locale }) => {
    const translation = translationLocale(context, locale)
    const rows = await inLocale(context, await listAreas(context), translation)
    const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return { items: sorted.map((row) => ({ ...presentArea(row), widgetCount: row.widget_count })) }
  },

  getArea: async (context, { name, locale }) => {
    const translation = translationLocale(context, locale)
    const area = await openArea(context, name)
    const texts = await textsWithin(context, area.id, translation)
    const rows = await listWidgets(context, area.id)
    const menus = await menuNames(context)
    const widgets = rows.map((row) => presentWidget(translatedRow(row, texts.get(row.id)), menus))
    const localizedArea = presentArea(withTexts(area, texts.get(area.id)))
    // The content of widgets can show any files.
    reportCacheTags(context, { collections: [], media: 'many' })
    return { item: { ...localizedArea, widgets: await answeredWidgets(context, widgets) } }
  },

  createArea: async (context, { name, label, description = null, locale }) => {
    const isTranslation = translationLocale(context, locale) !== null
    // If an undo creates a deleted area or widget again, `identityOf` gives its former id and time.
    const { id, createdAt } = identityOf(context)
    const row = { id, name, label, description, created_at: createdAt, updated_at: context.now }
    await refusingDuplicates(context, nameTaken(name, 'widget area'), () => insertArea(context, row))
    auditThing(context, 'widgetArea', { name, before: null, after: presentArea(row) })
    if (isTranslation) {
      const texts = newTexts('widgetArea', { label, description })
      return widgetHandlers.updateArea(context, { name, ...texts, locale })
    }
    return { item: presentArea(row) }
  },

  updateArea: async (context, { name, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const before = await openAreaForChange(context, name)
    if (locale !== null) {
      const values = translatedChanges('widgetArea', input)
      const inDefaultLocale = presentArea(before)
      const texts = await translate(context, { type: 'widgetArea', inDefaultLocale, name, locale, values })
      return { item: presentArea(withTexts(before, texts)) }
    }
    const { label, description } = defaultChanges(input, ['label'])
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
    // `kept` is stored with the audit entry, for an undo of the deletion.
    const kept = await areaForUndo(context, area, widgets)
    await deleteArea(context, name)
    await removeTranslationsWithin(context, area.id)
    for (const { id } of widgets) await removeLinks(context, id)
    const before = { ...presentArea(area), widgets: widgets.length }
    auditThing(context, 'widgetArea', { name, before, after: null, kept })
    return { success: true }
  },

  create: async (context, { name, type, locale, ...input }) => {
    const isTranslation = translationLocale(context, locale) !== null
    const area = await openAreaForChange(context, name)
    const others = await listWidgets(context, area.id)
    if (others.length >= limits.widgets) {
      throw refusal('CONFLICT', 'areaFull', { most: limits.widgets })
    }
    const menus = await menuNames(context)
    const { id, createdAt } = identityOf(context)
    const row: WidgetRow = {
      id,
      area_id: area.id,
      ...contentColumns(
        { ...emptyContent, ...(await checkedContent(context, defined(input), emptyContent)), type },
        menus,
      ),
      sort_order: (others.at(-1)?.sort_order ?? -1) + 1,
      created_at: createdAt,
      updated_at: context.now,
    }
    refuseLarge(context, row, null, others)
    await insertWidget(context, row)
    await linkWidget(context, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', { name, before: null, after: item, partOf: areaOf(row, name) })
    if (isTranslation) {
      const texts = newTexts('widget', input)
      return widgetHandlers.update(context, { name, widgetId: row.id, ...texts, locale })
    }
    return { item: await answeredWidget(context, item) }
  },

  update: async (context, { name, widgetId, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const open = await openWidget(context, name, widgetId)
    if (locale !== null) return { item: await translateWidget(context, { ...open, name, locale }, input) }
    const changes = defaultChanges(input, ['content'])
    const { row: before, others } = open
    const menus = await menuNames(context)
    const presented = presentWidget(before, menus)
    const { title, content, ...settings } = presented
    const isOtherType = changes.type !== undefined && changes.type !== before.type
    // The settings of a type mean nothing for another type.
    const unchanged = isOtherType ? { ...emptyContent, title, content } : { ...settings, title, content }
    const changed = await checkedContent(context, defined(changes), presented)
    const after = { ...unchanged, type: before.type, ...changed }
    const row: WidgetRow = { ...before, ...contentColumns(after, menus), updated_at: context.now }
    refuseLarge(context, row, before, others)
    await updateWidget(context, row.id, row)
    const removedTexts = isOtherType ? await removeTranslatedProps(context, row.id) : {}
    await linkWidget(context, row)
    const item = presentWidget(row, menus)
    auditThing(context, 'widget', {
      name,
      before: { ...presented, ...removedTexts },
      after: item,
      partOf: areaOf(row, name),
    })
    return { item: await answeredWidget(context, item) }
  },

  delete: async (context, { name, widgetId }) => {
    const { row } = await openWidget(context, name, widgetId)
    const kept = await widgetForUndo(context, row)
    await deleteWidget(context, row.id)
    await removeTranslations(context, row.id)
    await removeLinks(context, row.id)
    const before = presentWidget(row, await menuNames(context))
    auditThing(context, 'widget', { name, before, after: null, partOf: areaOf(row, name), kept })
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
    return { items: await answeredWidgets(context, widgets) }
  },
}

/** the content of a widget without any */
const emptyContent = { title: null, content: [], menuName: null, componentId: null, componentProps: null }

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** The members of an input that have a value. */
function defined<T extends object>(input: T): Defined<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>
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

/** A widget with the others of its area, which is locked for a change until the transaction ends. */
async function openWidget(context: WriteContext, name: string, id: string): Promise<OpenWidget> {
  const area = await openAreaForChange(context, name)
  const rows = await listWidgets(context, area.id)
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound(`The widget "${id.slice(0, 100)}" of the area "${name}"`)
  return { row, others: rows.filter((one) => one !== row) }
}

/** Throws VALIDATION_ERROR unless a new order names each widget of an area once. */
function refuseOtherWidgets(rows: readonly WidgetRow[], widgetIds: readonly string[]): void {
  const existing = new Set(rows.map(({ id }) => id))
  const named = new Set(widgetIds)
  const issues: Issue[] = [
    ...widgetIds.flatMap((id, index) => {
      const path = `widgetIds.${index}`
      if (!existing.has(id)) return [{ path, message: `there is no widget ${id} in this area` }]
      return widgetIds.indexOf(id) < index ? [{ path, message: 'is named twice' }] : []
    }),
    ...[...existing]
      .filter((id) => !named.has(id))
      .map((id) => ({ path: 'widgetIds', message: `${id} must be named too` })),
  ]
  if (issues.length > 0) throw invalid(issues)
}
