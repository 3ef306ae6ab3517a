import { operations } from '@octavo/contract/operations/registry'
import { audit } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { callWithin, createInLocales, pick, type Undoable, updateInLocales } from '../../core/undoable.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { notFound, refusal } from '../../platform/errors.ts'
import { menuNames } from '../menus/menu.ts'
import { areaOfWidget, findAreaById, listWidgets, updateWidget } from './store.ts'
import { presentArea, presentWidget } from './widget.ts'

const { createArea, updateArea, deleteArea, create, update, delete: remove, reorder } = operations.widgets
const areaMembers = ['name', 'label', 'description']

export const undoableWidgetArea: Undoable = {
  // The ids of the widgets give their order. They also make the undo of a creation a conflict if widgets were added
  // since, because they would be deleted with the area.
  members: [...areaMembers, 'widgetIds'],
  state: async (context, id) => {
    const area = await findAreaById(context, id)
    if (area === undefined) return null
    const widgetIds = (await listWidgets(context, id)).map((widget) => widget.id)
    const texts = await translationFacts(context, id)
    return { ...presentArea(area), ...texts, ...(widgetIds.length > 0 && { widgetIds }) }
  },
  // `held` are the widgets that the area had when it was deleted (`areaForUndo`).
  create: async (context, { held, ...restored }) => {
    await createInLocales(context, pick(restored, areaMembers), {
      create: createArea,
      update: updateArea,
      nameInput: { name: restored['name'] },
    })
    const widgets = held as readonly Facts[]
    for (const widget of widgets) await restoreWidget(context, widget)
    if (widgets.length === 0) return
    // Undoing the undo must check whether widgets were added since.
    const after = { widgetIds: widgets.map(({ id }) => id) }
    audit(context, {
      targetType: 'widgetArea',
      targetId: context.formerIdentity?.id ?? null,
      before: null,
      after,
    })
  },
  update: async (context, { name }, { widgetIds, ...changes }) => {
    await updateInLocales(context, updateArea, changes, { nameBefore: { name }, nameAfter: { name } })
    if (widgetIds !== undefined) await callWithin(context, reorder, { name, widgetIds })
  },
  remove: (context, { name }) => callWithin(context, deleteArea, { name }),
}

const widgetMembers = ['type', 'title', 'content', 'menuName', 'componentId', 'componentProps']

export const undoableWidget: Undoable = {
  members: widgetMembers,
  state: async (context, id) => {
    const area = await areaOfWidget(context, id)
    const row = area && (await listWidgets(context, area.id)).find((widget) => widget.id === id)
    if (area === undefined || row === undefined) return null
    const texts = await translationFacts(context, id)
    return { ...presentWidget(row, await menuNames(context)), ...texts, area: area.name }
  },
  create: (context, restored) => restoreWidget(context, { ...restored, id: context.formerIdentity?.id }),
  update: (context, { id, area }, changes) => {
    // The change cannot rename the area or the widget, so the same input names it before and after.
    const nameInput = { name: area, widgetId: id }
    return updateInLocales(context, update, changes, { nameBefore: nameInput, nameAfter: nameInput })
  },
  remove: (context, { id, area }) => callWithin(context, remove, { name: area, widgetId: id }),
}

/** Creates a deleted widget again in its former place. */
async function restoreWidget(context: WriteContext, restored: Facts): Promise<void> {
  const area = await findAreaById(context, String(restored['areaId']))
  if (area === undefined) throw notFound(`The widget area of the widget "${String(restored['id'])}"`)
  const id = String(restored['id'])
  // A concurrent undo may have restored it already.
  if ((await listWidgets(context, area.id)).some((widget) => widget.id === id))
    throw refusal('CONFLICT', 'undoConflict', { conflicts: `${area.name} (id)` })
  const formerIdentity = { id, createdAt: String(restored['made']) }
  const containerInput = { name: area.name }
  // `formerIdentity` gives the new widget the id and the creation time of the deleted one.
  await createInLocales({ ...context, formerIdentity }, pick(restored, widgetMembers), {
    create,
    update,
    containerInput,
    nameInput: { ...containerInput, widgetId: id },
  })
  await updateWidget(context, id, { sort_order: Number(restored['sortOrder']) })
}
