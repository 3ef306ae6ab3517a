import { valueWithoutHidden } from '../../content/hidden-items/hiding.ts'
import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import type { Widget, WidgetArea } from '@octavo/contract/operations/widgets'
import { completedValue } from '../../content/media/completing.ts'
import type { ReadContext } from '../../core/context.ts'
import { markedText } from '../../core/model/media-marks.ts'
import { invalid } from '../../platform/errors.ts'
import type { AreaRow, WidgetRow } from './store.ts'

/** The content of a widget, in the form of a request. */
export type WidgetContent = Pick<
  Widget,
  'type' | 'title' | 'content' | 'menuName' | 'componentId' | 'componentProps'
>

/** id → name of all menus */
export type MenuNames = ReadonlyMap<string, string>

/** A widget area in the form of the API, without its widgets. */
export function presentArea({ id, name, label, description, created_at, updated_at }: AreaRow): WidgetArea {
  return { id, name, label, description, createdAt: created_at, updatedAt: updated_at }
}

/** A widget in the form of the API, with its content as it is stored; see `answeredWidgets`. */
export function presentWidget(row: WidgetRow, menus: MenuNames): Widget {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    content: JSON.parse(row.content) as Widget['content'],
    menuName: menus.get(row.menu_id ?? '') ?? null,
    componentId: row.component_id,
    componentProps:
      row.component_props === null ? null : (JSON.parse(row.component_props) as Record<string, unknown>),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/**
 * Widgets as an answer has them: references to media are completed, and references to items that the caller may not see
 * are removed.
 */
export async function answeredWidgets(context: ReadContext, widgets: readonly Widget[]): Promise<Widget[]> {
  const contents = widgets.map(({ content, componentProps }) => ({ content, componentProps }))
  const visible = await valueWithoutHidden(context, await completedValue(context, contents))
  return widgets.map((widget, index) => ({ ...widget, ...visible[index] }))
}

/** One widget as an answer has it. */
export async function answeredWidget(context: ReadContext, widget: Widget): Promise<Widget> {
  const [answered = widget] = await answeredWidgets(context, [widget])
  return answered
}

/** The columns of a widget's content; throws VALIDATION_ERROR with everything that does not match its type. */
export function contentColumns(
  given: WidgetContent,
  menus: MenuNames,
): Pick<WidgetRow, 'type' | 'title' | 'content' | 'menu_id' | 'component_id' | 'component_props'> {
  const menuId = [...menus].find(([, name]) => name === given.menuName)?.[0] ?? null
  const issues = [...typeIssues(given), ...menuIssues(given, menus, menuId)]
  if (issues.length > 0) throw invalid(issues)
  return {
    type: given.type,
    title: given.title,
    content: markedText(given.content, 'any'),
    menu_id: menuId,
    component_id: given.componentId,
    component_props: given.componentProps === null ? null : markedText(given.componentProps, 'any'),
  }
}

function typeIssues({ type, menuName, componentId, componentProps }: WidgetContent): Issue[] {
  const rules = [
    { path: 'menuName', ofType: 'menu', value: menuName, isNeeded: true },
    { path: 'componentId', ofType: 'component', value: componentId, isNeeded: true },
    { path: 'componentProps', ofType: 'component', value: componentProps, isNeeded: false },
  ]
  return rules.flatMap(({ path, ofType, value, isNeeded }) => {
    if (type === ofType && value === null && isNeeded)
      return [{ path, message: `is needed for a widget of the type "${ofType}"` }]
    if (type !== ofType && value !== null)
      return [{ path, message: `is for widgets of the type "${ofType}"` }]
    return []
  })
}

function menuIssues({ menuName }: WidgetContent, menus: MenuNames, menuId: string | null): Issue[] {
  if (menuName === null || menuId !== null) return []
  return [
    { path: 'menuName', message: `there is no menu "${menuName}"${hint(menuName, [...menus.values()])}` },
  ]
}
