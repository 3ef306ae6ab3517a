import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Collection } from '../../session/session.tsx'
import type { DraftState } from './autosave/state.ts'
import type { Saver } from './autosave/saver.ts'
import type { Others } from './others/others.ts'
import type { UploadQueue } from '../media/upload-queue.ts'

/**
 * Makes a control report its latest changes now; with `isOnlyUnfocused` only if the focus is outside of the control.
 */
export type Flush = (options?: { readonly isOnlyUnfocused: boolean }) => void

/** Shared by the components of one open editor. */
export interface EditorParts {
  readonly saver: Saver
  readonly collection: Collection
  readonly isReadOnly: boolean
  /** the other people who have the item open */
  readonly others: Others
  /** the functions of the controls that report changes late, such as rich text; called before a save */
  readonly flushes: Set<Flush>
  /** uploads into fields; their results are not part of the draft yet */
  readonly uploads: Set<UploadQueue>
  /** called when the person has chosen another language for a new item; empty: the site's default */
  readonly onLocale: (locale: string) => void
}

export const EditorContext = createContext<EditorParts | null>(null)

/** The parts of the editor around a component. */
export function useEditor(): EditorParts {
  const parts = useContext(EditorContext)
  if (parts === null) throw new Error('useEditor needs an editor around the component.')
  return parts
}

export function isUploading({ uploads }: EditorParts): boolean {
  return [...uploads].some(({ isBusy }) => isBusy)
}

export function cancelUploads({ uploads }: EditorParts): void {
  for (const queue of uploads) queue.cancelAll()
}

/** Selects a part of the draft; `select` must return the same object while that part has not changed. */
export function useDraft<Part>(select: (draft: DraftState) => Part): Part {
  const { saver } = useEditor()
  return useSyncExternalStore(saver.subscribe, () => select(saver.getState()))
}
