import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { notifySessionEnded } from '../../api/session-end.ts'
import { importsWith } from '../../api/upload.ts'
import { useUnsavedWarning } from '../../ui/unsaved.tsx'

/** The upload of an export: its progress, or why it was refused. */
export interface ImportUpload {
  readonly file: File
  /** uploaded fraction, 0 to 1; at 1 the service reads the file */
  readonly uploadedFraction: number
  readonly error?: unknown
  /** whether the file is empty, so that it was not sent */
  readonly isEmpty?: boolean
}

/**
 * Uploads an export and opens its analysis. `upload` is undefined before the first one, and after one was cancelled.
 */
export function useImportUpload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [upload, setUpload] = useState<ImportUpload>()
  /** the running upload; null if there is none */
  const running = useRef<AbortController>(null)
  useLeaveQuestion(() => running.current !== null)

  const start = async (file: File) => {
    if (running.current !== null) return
    if (file.size === 0) {
      setUpload({ file, uploadedFraction: 0, isEmpty: true })
      return
    }
    const abort = new AbortController()
    running.current = abort
    setUpload({ file, uploadedFraction: 0 })
    try {
      const analysis = await importsWith((uploadedFraction) => setUpload({ file, uploadedFraction })).analyze(
        {},
        { file, signal: abort.signal },
      )
      // Before the navigation, which would otherwise ask whether to leave.
      running.current = null
      void client.invalidateQueries({ queryKey: keys.imports })
      await navigate({ to: '/import/$import', params: { import: analysis.analysisId } })
    } catch (error) {
      running.current = null
      if (isFailure(error, 401)) notifySessionEnded()
      setUpload(abort.signal.aborted ? undefined : { file, uploadedFraction: 0, error })
    }
  }
  return { upload, start: (file: File) => void start(file), cancel: () => running.current?.abort() }
}

/** Asks before the person leaves the page during an upload, in the words of uploads of media. */
function useLeaveQuestion(isRunning: () => boolean): void {
  const { t } = useTranslation('media')
  useUnsavedWarning(isRunning, {
    texts: {
      title: t('uploads.leave.title'),
      text: t('uploads.leave.text'),
      leave: t('uploads.leave.leave'),
      stay: t('uploads.leave.stay'),
    },
  })
}
