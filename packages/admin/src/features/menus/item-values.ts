import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { isSafeUrl } from '@octavo/contract/url'
import i18next from 'i18next'
import { labelProblem, longerThan } from '../../ui/form/checks.ts'
import type { Problems } from '../../ui/form/use-form.ts'
import type { MenuItem } from './menu-queries.ts'

/** What a menu item can link to: a content item, any URL, the list of a collection, or a term of a taxonomy. */
export const kinds = ['item', 'custom', 'collection', 'taxonomy'] as const
export type Kind = (typeof kinds)[number]

/** The values of the form; the keys are those of the service, so that its issues are shown at their fields. */
export interface ItemValues {
  readonly label: string
  /** a kind, or the collection of a content item (see `typeFor`) */
  readonly type: string
  readonly customUrl: string
  /** slug of a collection, or name of a taxonomy */
  readonly referenceCollection: string
  /** id of a content item or a term */
  readonly referenceId: string
  readonly target: string
  readonly titleAttr: string
  readonly cssClasses: string
}

/** The initial values of a new menu item. */
export const initialValues: ItemValues = {
  label: '',
  type: 'item',
  customUrl: '',
  referenceCollection: '',
  referenceId: '',
  target: '',
  titleAttr: '',
  cssClasses: '',
}

/** The kind of target of a menu item. Every type that is no kind is the collection of a content item (`typeFor`). */
export function kindOf(type: string): Kind {
  return kinds.find((kind) => kind === type) ?? 'item'
}

/**
 * The type of a menu item that links to a content item: its collection, because templates need it. A collection with
 * the name of a kind would be taken for that kind, so its items have the type `item`.
 */
export function typeFor(collection: string): string {
  return kinds.some((kind) => kind === collection) ? 'item' : collection
}

/** The values of an existing menu item; empty for those that it lacks. */
export function valuesOf(item: MenuItem): ItemValues {
  const entries = Object.entries(initialValues).map(([key]) => [key, item[key as keyof ItemValues] ?? ''])
  return Object.fromEntries(entries) as unknown as ItemValues
}

/** For each kind of target, the values that identify the target. */
const targetKeys: Record<Kind, readonly ('customUrl' | 'referenceCollection' | 'referenceId')[]> = {
  item: ['referenceCollection', 'referenceId'],
  custom: ['customUrl'],
  collection: ['referenceCollection'],
  taxonomy: ['referenceCollection', 'referenceId'],
}

/** Checks the form without a request. */
export function itemProblems(values: ItemValues): Problems<ItemValues> {
  const emptyKeys = targetKeys[kindOf(values.type)].filter((key) => values[key] === '')
  const missing = Object.fromEntries(emptyKeys.map((key) => [key, i18next.t('menus:form.needed')]))
  return {
    ...missing,
    // The message of `urlProblem` for an empty URL replaces that of `missing`.
    ...(kindOf(values.type) === 'custom' && { customUrl: urlProblem(values.customUrl) }),
    label: labelProblem(values.label),
    titleAttr: longerThan(values.titleAttr, limits.label),
    // Class names, separated by spaces.
    cssClasses: /^[\w -]*$/.test(values.cssClasses)
      ? longerThan(values.cssClasses, limits.label)
      : i18next.t('menus:form.cssClassesBad'),
  }
}

function urlProblem(url: string): string | undefined {
  if (url === '') return i18next.t('forms:required')
  return isSafeUrl(url) ? longerThan(url, limits.url) : i18next.t('menus:form.urlBad')
}

type NewItem = Omit<Parameters<Client['menus']['addItem']>[0], 'name'>

/** The request that creates a menu item: only the properties of this kind of target, and its appearance. */
export function inputOf(values: ItemValues): NewItem {
  const keys = targetKeys[kindOf(values.type)]
  return {
    label: values.label,
    type: values.type,
    ...Object.fromEntries(keys.map((key) => [key, values[key]])),
    target: (values.target === '' ? null : values.target) as NewItem['target'],
    titleAttr: values.titleAttr === '' ? null : values.titleAttr,
    cssClasses: values.cssClasses === '' ? null : values.cssClasses,
  }
}

/**
 * The request that changes a menu item: only differences, because others may have changed the rest. If the target
 * changes, all its properties are sent.
 */
export function changesOf(values: ItemValues, changes: Partial<ItemValues>): Partial<NewItem> {
  const input = inputOf(values)
  const isTargetChanged = ['type', 'customUrl', 'referenceCollection', 'referenceId'].some(
    (key) => key in changes,
  )
  const appearance = ['label', 'target', 'titleAttr', 'cssClasses'].filter((key) => key in changes)
  const sent = isTargetChanged ? ['type', ...targetKeys[kindOf(values.type)], ...appearance] : appearance
  return Object.fromEntries(sent.map((key) => [key, input[key as keyof NewItem]]))
}
