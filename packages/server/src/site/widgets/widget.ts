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
export type Shown = Pick<Widget, 'type' | 'title' | 'content' | 'menuName' | 'componentId' | 'componentProps'>

/** id → name of all menus */
export type MenuNames = ReadonlyMap<string, string>

export function presentArea({ id, name, label, description, created_at, updated_at }: AreaRow): WidgetArea {
  return { id, name, label, description, createdAt: created_at, updatedAt: updated_at }
}

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

/** Widgets with their references to media completed. */
export async function shownWidgets(context: ReadContext, widgets: readonly Widget[]): Promise<Widget[]> {
  const held = widgets.map(({ content, componentProps }) => ({ content, componentProps }))
  const complete = await valueWithoutHidden(context, await completedValue(context, held))
  return widgets.map((widget, index) => ({ ...widget, ...complete[index] }))
}

/** One widget with its references to media completed. */
export async function shownWidget(context: ReadContext, widget: Widget): Promise<Widget> {
  const [shown = widget] = await shownWidgets(context, [widget])
  return shown
}

/** The columns of a widget's content; throws VALIDATION_ERROR with everything that does not match its type. */
export function shownColumns(
  shown: Shown,
  menus: MenuNames,
): Pick<WidgetRow, 'type' | 'title' | 'content' | 'menu_id' | 'component_id' | 'component_props'> {
  const menuId = [...menus].find(([, name]) => name === shown.menuName)?.[0] ?? null
  const issues = [...typeIssues(shown), ...menuIssues(shown, menus, menuId)]
  if (issues.length > 0) throw invalid(issues)
  return {
    type: shown.type,
    title: shown.title,
    content: markedText(shown.content, 'any'),
    menu_id: menuId,
    component_id: shown.componentId,
    component_props: shown.componentProps === null ? null : markedText(shown.componentProps, 'any'),
  }
}

function typeIssues({ type, menuName, componentId, componentProps }: Shown): Issue[] {
  const rows = [
    { path: 'menuName', of: 'menu', value: menuName, isNeeded: true },
    { path: 'componentId', of: 'component', value: componentId, isNeeded: true },
    { path: 'componentProps', of: 'component', value: componentProps, isNeeded: false },
  ]
  return rows.flatMap(({ path, of, value, isNeeded }) => {
    if (type === of && value === null && isNeeded)
      return [{ path, message: `is needed for a widget of the type "${of}"` }]
    if (type !== of && value !== null) return [{ path, message: `is for widgets of the type "${of}"` }]
    return []
  })
}

function menuIssues({ menuName }: Shown, menus: MenuNames, menuId: string | null): Issue[] {
  if (menuName === null || menuId !== null) return []
  return [
    { path: 'menuName', message: `there is no menu "${menuName}"${hint(menuName, [...menus.values()])}` },
  ]
}
