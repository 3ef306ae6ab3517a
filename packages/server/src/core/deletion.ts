import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface Services {
    readonly deletionListeners: readonly DeletionListener[]
  }
}

/** A permanent deletion. */
export interface Deletion {
  readonly kind: 'collection' | 'item' | 'media' | 'menu' | 'taxonomy' | 'term'
  readonly id: string
  readonly name: string
  /** the object of the same kind that references are moved to, if any */
  readonly replacementId?: string
}

/** Removes references to a thing that is about to be deleted, in the same transaction. It may refuse the deletion. */
export type DeletionListener = (context: WriteContext, deletion: Deletion) => Promise<void>

/**
 * Calls every listener before a deletion, so that the deleting module need not know the modules that refer to the
 * thing.
 */
export async function notifyDeletion(context: WriteContext, deletion: Deletion): Promise<void> {
  for (const listener of context.services.deletionListeners) await listener(context, deletion)
}
