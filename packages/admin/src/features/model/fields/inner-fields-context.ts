import { type ComponentType, createContext } from 'react'
import type { Collection } from '../../../session/session.tsx'
import type { FieldDraft } from '../field-draft.ts'

export interface InnerFieldsProps {
  readonly draft: FieldDraft
  readonly collection: Collection
  readonly onChange: (changes: Partial<FieldDraft>) => void
  readonly error: string | undefined
}

/** The list of the fields within a field, whose dialogs have the same form as the field itself. */
export const InnerFieldsContext = createContext<ComponentType<InnerFieldsProps>>(() => null)
