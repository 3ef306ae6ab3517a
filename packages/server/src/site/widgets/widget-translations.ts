import type { Widget, widgets } from '@octavo/contract/operations/widgets'
import type { z } from 'zod'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { pick } from '../../core/undoable.ts'
import { markedText } from '../../core/model/media-marks.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { type Texts, textsWithin, withTexts } from '../../content/site-translations/reading.ts'
import { removeMember, translate, translatedChanges } from '../../content/site-translations/writing.ts'
import { invalidAt } from '../../platform/errors.ts'
import { menuNames } from '../menus/menu.ts'
import { updateWidget, type WidgetRow } from './store.ts'
import { answeredWidget, presentWidget } from './widget.ts'
import { areaOf, checkedContent, linkWidget, type OpenWidget, refuseLarge } from './widget-content.ts'

export type WidgetInput = Omit<z.output<typeof widgets.update.input>, 'name' | 'widgetId' | 'locale'>

interface TranslatedWidget extends OpenWidget {
  /** the name of the area */
  readonly name: string
  readonly locale: string
}

/** Changes the texts of a widget in a locale: null removes a translation, undefined leaves it as it is. */
export async function translateWidget(
  context: WriteContext,
  { row, others, name, locale }: TranslatedWidget,
  input: WidgetInput,
): Promise<Widget> {
  const { title, content, componentProps } = translatedChanges('widget', input)
  if (row.type !== 'component' && typeof componentProps === 'object' && componentProps !== null)
    throw invalidAt('componentProps', 'is for widgets of the type "component"')
  const menus = await menuNames(context)
  // the texts of all widgets of the area, because the size of the whole area is checked below
  const inLocale = await textsWithin(context, row.area_id, locale)
  const before = translatedRow(row, inLocale.get(row.id))
  const given = await checkedContent(
    context,
    { ...(content && { content }), ...(componentProps && { componentProps }) },
    presentWidget(before, menus),
  )
  // `content && …` keeps null and undefined. The marks show where references to files are, as in the rows of widgets.
  const values = {
    title,
    content: content && markedText(given.content, 'any'),
    componentProps: componentProps && markedText(given.componentProps, 'any'),
  }
  // `partOf` names the area in the audit log; `containerId` is stored with the texts, so that those of all its widgets
  // are read by one statement.
  const texts = await translate(context, {
    type: 'widget',
    inDefaultLocale: presentWidget(row, menus),
    name,
    partOf: areaOf(row, name),
    containerId: row.area_id,
    locale,
    values,
  })
  // Only the time is new: the row has the texts of the default locale.
  const changed = { ...row, updated_at: context.now }
  const after = translatedRow(changed, texts)
  const othersInLocale = others.map((other) => translatedRow(other, inLocale.get(other.id)))
  refuseLarge(context, after, before, othersInLocale)
  await updateWidget(context, row.id, changed)
  await linkWidget(context, row)
  return answeredWidget(context, presentWidget(after, menus))
}

/**
 * Removes the translations of properties that the new type of a widget does not have; returns them in the form of the
 * audit log.
 */
export async function removeTranslatedProps(context: WriteContext, id: string): Promise<Facts> {
  const removed = pick(await translationFacts(context, id), ['componentProps'])
  await removeMember(context, id, 'componentProps')
  return removed
}

/**
 * A widget with its texts in a locale (undefined: it has none). Of the properties of a component, those that are
 * translated replace those of the default locale; the others stay.
 */
export function translatedRow(row: WidgetRow, texts: Texts | undefined): WidgetRow {
  const localized = withTexts(row, texts)
  const defaultProps = row.component_props
  const translatedProps = localized.component_props
  // The properties are equal if they have no translation.
  if (defaultProps === null || translatedProps === null || translatedProps === defaultProps) return localized
  const props = { ...(JSON.parse(defaultProps) as object), ...(JSON.parse(translatedProps) as object) }
  return { ...localized, component_props: markedText(props, 'any') }
}
