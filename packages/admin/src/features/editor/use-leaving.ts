import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved } from './autosave/state.ts'
import { useEditor } from './editor-context.ts'

/** milliseconds that leaving waits for the last save before it asks */
const patience = 4000

/**
 * Asks who leaves only when something cannot be saved before. Leaving discards nothing: this browser keeps what is not
 * saved, and offers it when the item is opened again. `keep` returns whether the browser could store it.
 */
export function useLeaving(keep: () => boolean): void {
  const { t } = useTranslation(['common', 'editor'])
  const { saver, flushes } = useEditor()
  const isUnsaved = () => {
    for (const flush of flushes) flush()
    return hasUnsaved(saver.getState())
  }
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false
      const isSaved = await Promise.race([saver.flush(), delay(patience)])
      if (isSaved || !hasUnsaved(saver.getState())) return false
      const isKept = keep()
      const leaves = await confirm({
        title: t('unsaved.title'),
        text: t(isKept ? 'editor:copy.kept' : 'unsaved.text'),
        action: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        isDangerous: !isKept,
      })
      return !leaves
    },
    enableBeforeUnload: isUnsaved,
  })
}

function delay(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))
}
