import type { ReadContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { translationFacts, translationFactsWithin } from '../../content/site-translations/facts.ts'
import { menuNames } from '../menus/menu.ts'
import type { AreaRow, WidgetRow } from './store.ts'
import { presentWidget } from './widget.ts'

/**
 * The data that undoing the deletion of an area needs besides the area: its translations, and its widgets with
 * theirs.
 */
export async function areaForUndo(
  context: ReadContext,
  { id }: AreaRow,
  widgets: readonly WidgetRow[],
): Promise<Facts> {
  const texts = await translationFactsWithin(context, id)
  const menus = await menuNames(context)
  const widgetFacts = widgets.map((row) => ({
    ...presentWidget(row, menus),
    ...positionFacts(row),
    ...texts.get(row.id),
  }))
  // Not `widgets`: under that name the entry of the deletion has their number.
  return { ...texts.get(id), held: widgetFacts }
}

/** The data that undoing the deletion of a widget needs besides the widget. */
export async function widgetForUndo(context: ReadContext, row: WidgetRow): Promise<Facts> {
  return { ...positionFacts(row), ...(await translationFacts(context, row.id)) }
}

/** The area and the position of a widget, and the time when it was created. */
function positionFacts({ area_id, sort_order, created_at }: WidgetRow): Facts {
  return { areaId: area_id, sortOrder: sort_order, made: created_at }
}
