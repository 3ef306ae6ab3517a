import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Widget } from './widget-queries.ts'

export const kinds = ['content', 'menu', 'component', 'other'] as const
export type Kind = (typeof kinds)[number]

/** The kind of a widget type. Types that the service does not know are defined by the site; they have content. */
export function kindOf(type: string): Kind {
  return kinds.find((kind) => kind === type) ?? 'other'
}

/** The kind of a widget, with the name of its menu, component or type. */
export function kindText(t: TFunction<'widgets'>, { type, menuName, componentId }: Widget): string {
  return t(`kindOf.${kindOf(type)}`, { menu: menuName ?? '–', id: componentId ?? '–', type })
}

/** Returns the name of a widget: its title, else its kind. */
export function useWidgetName(): (widget: Widget) => string {
  const { t } = useTranslation('widgets')
  return (widget) => (widget.title ? widget.title : kindText(t, widget))
}
