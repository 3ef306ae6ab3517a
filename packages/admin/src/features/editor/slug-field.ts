import type { Field } from '../../session/session.tsx'
import { slugKey } from './autosave/state.ts'

/** The item's slug as a field, for code that handles all fields alike. */
export function slugField(label: string): Field {
  return {
    // `slugKey` is the key of the slug among the values of a draft.
    id: slugKey,
    slug: slugKey,
    label,
    type: 'slug',
    required: true,
    unique: true,
    sortOrder: 0,
    searchable: false,
    translatable: true,
    createdAt: '',
    updatedAt: '',
  }
}
