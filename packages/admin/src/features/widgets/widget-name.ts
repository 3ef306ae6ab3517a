import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Widget } from './widget-queries.ts'

export const kinds = ['content', 'menu', 'component', 'other'] as const
export type Kind = (typeof kinds)[number]

/** Widget types that the service does not define belong to the site; they have content. */
export function kindOf(type: string): Kind {
  return kinds.find((kind) => kind === type) ?? 'other'
}

/** A short description of a widget's content. */
export function kindText(t: TFunction<'widgets'>, { type, menuName, componentId }: Widget): string {
  return t(`kindOf.${kindOf(type)}`, { menu: menuName ?? '–', id: componentId ?? '–', type })
}

/** The name of a widget: its title, else its content. */
export function useWidgetName(): (widget: Widget) => string {
  const { t } = useTranslation('widgets')
  return (widget) => (widget.title ? widget.title : kindText(t, widget))
}
