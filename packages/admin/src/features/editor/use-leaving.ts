import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved } from './autosave/state.ts'
import { isSamePlace } from '../../ui/unsaved.tsx'
import { cancelUploads, isUploading, useEditor } from './editor-context.ts'

/** milliseconds that leaving waits for the last save before it asks the person */
const saveTimeout = 4000

/** search parameters that, besides the path, identify the open item */
const parameters = ['locale', 'translationOf', 'changeSet']

/**
 * Saves before the person leaves the editor, and asks them only if an upload is running or changes cannot be saved;
 * this question closes by itself when they are saved after all. Unsaved changes stay in this browser, and are offered
 * when the item is opened again; `keep` stores them there and returns whether that succeeded.
 *
 * Returns a function that does the same when an item is closed without a navigation, as in a drawer. It returns whether
 * the item may be closed.
 */
export function useLeaving(keep: () => boolean): () => Promise<boolean> {
  const { t } = useTranslation(['common', 'editor', 'media'])
  const editor = useEditor()
  const { saver, flushes } = editor
  const isUnsaved = useCallback(() => {
    // Controls report their latest changes late; these calls make them report now.
    for (const flush of flushes) flush()
    return hasUnsaved(saver.getState())
  }, [saver, flushes])
  const saveOrAsk = useCallback(async () => {
    const mayCancelUploads =
      !isUploading(editor) ||
      (await confirm({
        title: t('media:uploads.leave.title'),
        text: t('media:uploads.leave.text'),
        action: t('media:uploads.leave.leave'),
        cancel: t('media:uploads.leave.stay'),
        isDangerous: true,
      }))
    if (!mayCancelUploads) return false
    cancelUploads(editor)
    if (!isUnsaved()) return true
    const isSaved = await Promise.race([saver.flush(), delay(saveTimeout)])
    if (isSaved || !hasUnsaved(saver.getState())) return true
    const isKept = keep()
    const { promise: saved, resolve } = Promise.withResolvers<void>()
    const unsubscribe = saver.subscribe(() => {
      if (!hasUnsaved(saver.getState())) resolve()
    })
    const mayLeave = await confirm({
      title: t('unsaved.title'),
      text: t(isKept ? 'editor:copy.kept' : 'unsaved.text'),
      action: t('unsaved.leave'),
      cancel: t('unsaved.stay'),
      isDangerous: !isKept,
      until: saved,
    })
    unsubscribe()
    return mayLeave
  }, [editor, saver, isUnsaved, keep, t])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !isSamePlace(current, next, parameters) && !(await saveOrAsk()),
    enableBeforeUnload: () => isUnsaved() || isUploading(editor),
  })
  return saveOrAsk
}

/** Resolves to false, as a save that has not succeeded does. */
function delay(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))
}
