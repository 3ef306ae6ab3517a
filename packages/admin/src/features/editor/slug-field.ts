import type { Field } from '../../session/session.tsx'
import { slugKey } from './autosave/state.ts'

/** The item's own slug as a field among the others, for what shows them alike. */
export function slugField(label: string): Field {
  return {
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
