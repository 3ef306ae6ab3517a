import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Collection } from '../../session/session.tsx'
import type { DraftState } from './autosave/state.ts'
import type { Saver } from './autosave/saver.ts'
import type { Others } from './others/others.ts'
import type { UploadQueue } from '../media/upload-queue.ts'

/** What the parts of one open editor share. */
export interface EditorParts {
  readonly saver: Saver
  readonly collection: Collection
  readonly isReadOnly: boolean
  /** who else works on the item */
  readonly others: Others
  /** flushes controls that report changes late; called before a save */
  readonly flushes: Set<() => void>
  /** uploads into the fields: what they bring is not part of the draft yet */
  readonly uploads: Set<UploadQueue>
  /** called when a person chose another language for a new item; empty: the site's default */
  readonly onLocale: (locale: string) => void
}

export const EditorContext = createContext<EditorParts | null>(null)

export function useEditor(): EditorParts {
  const parts = useContext(EditorContext)
  if (parts === null) throw new Error('This part stands in no editor.')
  return parts
}

export function isUploading({ uploads }: EditorParts): boolean {
  return [...uploads].some(({ isBusy }) => isBusy)
}

export function cancelUploads({ uploads }: EditorParts): void {
  for (const queue of uploads) queue.cancelAll()
}

/** A part of the draft; `select` gives the same object while nothing of it has changed. */
export function useDraft<Part>(select: (draft: DraftState) => Part): Part {
  const { saver } = useEditor()
  return useSyncExternalStore(saver.subscribe, () => select(saver.getState()))
}
