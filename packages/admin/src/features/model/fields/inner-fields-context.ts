import { type ComponentType, createContext } from 'react'
import type { Collection } from '../../../session/session.tsx'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'

export interface InnerFieldsProps {
  readonly draft: FieldDraft
  readonly collection: Collection
  readonly onChange: (changes: Partial<FieldDraft>) => void
  readonly error: string | undefined
}

/**
 * The component that lists the fields within a field. It is passed by context, because its dialogs render the same
 * form again, which would be an import cycle.
 */
export const InnerFieldsContext = createContext<ComponentType<InnerFieldsProps>>(() => null)
