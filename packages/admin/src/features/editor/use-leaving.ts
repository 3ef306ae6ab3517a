import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved } from './autosave/state.ts'
import { isSamePlace } from '../../ui/unsaved.tsx'
import { cancelUploads, isUploading, useEditor } from './editor-context.ts'

/** milliseconds that leaving waits for the last save before it asks */
const patience = 4000

/** search parameters that, besides the path, identify the open item */
const parameters = ['locale', 'translationOf']

/**
 * Asks before leaving only if an upload is running or changes cannot be saved. Leaving discards nothing: unsaved
 * changes stay in this browser, and are offered when the item is opened again. `keep` returns whether the browser could
 * store them.
 */
export function useLeaving(keep: () => boolean): void {
  const { t } = useTranslation(['common', 'editor', 'media'])
  const editor = useEditor()
  const { saver, flushes } = editor
  const isUnsaved = () => {
    for (const flush of flushes) flush()
    return hasUnsaved(saver.getState())
  }
  const askOfUploads = () =>
    confirm({
      title: t('media:uploads.leave.title'),
      text: t('media:uploads.leave.text'),
      action: t('media:uploads.leave.leave'),
      cancel: t('media:uploads.leave.stay'),
      isDangerous: true,
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSamePlace(current, next, parameters)) return false
      if (isUploading(editor) && !(await askOfUploads())) return true
      cancelUploads(editor)
      if (!isUnsaved()) return false
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
    enableBeforeUnload: () => isUnsaved() || isUploading(editor),
  })
}

function delay(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))
}
