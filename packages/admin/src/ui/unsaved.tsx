import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'

interface Options {
  /** the question, if it is not about typed text */
  readonly texts?: {
    readonly title: string
    readonly text: string
    readonly leave: string
    readonly stay: string
  }
  /** a search parameter whose change also leaves the form */
  readonly parameter?: string
}

/** Asks before the person leaves a screen with unsaved changes, or closes the tab. */
export function useUnsavedWarning(
  hasUnsaved: boolean | (() => boolean),
  { texts, parameter }: Options = {},
): void {
  const { t } = useTranslation()
  const isUnsaved = () => (typeof hasUnsaved === 'function' ? hasUnsaved() : hasUnsaved)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || isSamePlace(current, next, parameter === undefined ? [] : [parameter])) return false
      const leaves = await confirm({
        title: texts?.title ?? t('unsaved.title'),
        text: texts?.text ?? t('unsaved.text'),
        action: texts?.leave ?? t('unsaved.leave'),
        cancel: texts?.stay ?? t('unsaved.stay'),
        isDangerous: true,
      })
      return !leaves
    },
    enableBeforeUnload: isUnsaved,
  })
}

interface Place {
  readonly pathname: string
  readonly search: unknown
}

/** Whether the path and the given search parameters are equal in both places. */
export function isSamePlace(current: Place, next: Place, parameters: readonly string[]): boolean {
  if (current.pathname !== next.pathname) return false
  return parameters.every((parameter) => valueOf(current, parameter) === valueOf(next, parameter))
}

function valueOf({ search }: Place, parameter: string): unknown {
  return (search as Record<string, unknown>)[parameter]
}
