import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { longerThan } from '../../ui/form/checks.ts'
import type { Problems } from '../../ui/form/use-form.ts'
import { type Kind, kindOf, kinds } from './widget-name.ts'
import type { Widget } from './widget-queries.ts'
import { readJson } from '../../ui/values/json-text.ts'
import { problemText } from '../../ui/values/problem-text.ts'

/** The values of the form; the keys are those of the service, so that its issues are shown at their fields. */
export interface WidgetValues {
  readonly kind: Kind
  /** the name of a type that the site defines; empty for other kinds */
  readonly type: string
  readonly title: string
  readonly content: Widget['content']
  readonly menuName: string
  readonly componentId: string
  /** JSON as it was typed */
  readonly componentProps: string
}

export const newWidget: WidgetValues = {
  kind: 'content',
  type: '',
  title: '',
  content: [],
  menuName: '',
  componentId: '',
  componentProps: '',
}

export function valuesOf(widget: Widget): WidgetValues {
  const { type, title, content, menuName, componentId, componentProps } = widget
  return {
    kind: kindOf(type),
    type: kindOf(type) === 'other' ? type : '',
    title: title ?? '',
    content,
    menuName: menuName ?? '',
    componentId: componentId ?? '',
    componentProps: componentProps === null ? '' : JSON.stringify(componentProps, null, 2),
  }
}

export function widgetProblems(values: WidgetValues): Problems<WidgetValues> {
  const { kind, type, title, menuName, componentId, componentProps } = values
  return {
    title: longerThan(title, limits.label),
    ...(kind === 'other' && { type: typeProblem(type) }),
    ...(kind === 'menu' && menuName === '' && { menuName: i18next.t('widgets:widget.needed') }),
    ...(kind === 'component' && {
      componentId: componentId === '' ? i18next.t('forms:required') : longerThan(componentId, limits.label),
      componentProps: propsProblem(componentProps),
    }),
  }
}

function typeProblem(type: string): string | undefined {
  if (type === '') return i18next.t('forms:required')
  // `other` is a kind of this form and no type of the service, so a site can use it.
  if (kinds.some((kind) => kind !== 'other' && kind === type)) return i18next.t('widgets:widget.typeTaken')
  if (!/^[a-z][a-z0-9_-]*$/.test(type)) return i18next.t('widgets:widget.typeBad')
  return longerThan(type, limits.fieldSlug)
}

/**
 * Why the text is not valid as component properties; valid JSON that is not an object gets the same message as no JSON.
 */
function propsProblem(text: string): string | undefined {
  const reading = readJson(text)
  if ('problem' in reading && reading.problem !== 'json') return problemText(reading.problem)
  return propsOf(text) === undefined ? i18next.t('widgets:widget.propsBad') : undefined
}

/** Parses the component properties; null if empty, undefined if the text is not a JSON object. */
function propsOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null
  const reading = readJson(text)
  const value = 'problem' in reading ? undefined : reading.value
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : undefined
}

/** The request that creates a widget, only with the properties of its kind. */
export function inputOf(values: WidgetValues) {
  const { kind, type, title, content, menuName, componentId, componentProps } = values
  return {
    type: kind === 'other' ? type : kind,
    title: title === '' ? null : title,
    content: [...content],
    ...(kind === 'menu' && { menuName }),
    ...(kind === 'component' && { componentId, componentProps: propsOf(componentProps) ?? null }),
  }
}

/**
 * The request that changes a widget: only differences, because others may have changed the rest. If the type changes,
 * all properties of the new type are sent, except the title and the content, which every type has.
 */
export function changesOf(values: WidgetValues, changes: Partial<WidgetValues>) {
  const { type, ...input } = inputOf(values)
  const isOtherType = 'kind' in changes || 'type' in changes
  const sent = Object.entries(input).filter(
    ([key]) => key in changes || (isOtherType && key !== 'title' && key !== 'content'),
  )
  return { ...(isOtherType && { type }), ...Object.fromEntries(sent) }
}
