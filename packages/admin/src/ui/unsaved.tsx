import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'

/** Asks before the person leaves a screen, or closes the tab, while something there is not saved. */
export function useUnsavedWarning(hasUnsaved: boolean | (() => boolean)): void {
  const { t } = useTranslation()
  const isUnsaved = () => (typeof hasUnsaved === 'function' ? hasUnsaved() : hasUnsaved)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || current.pathname === next.pathname) return false
      const leaves = await confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        action: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        isDangerous: true,
      })
      return !leaves
    },
    enableBeforeUnload: isUnsaved,
  })
}
