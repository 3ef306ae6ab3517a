import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { useMemo } from 'react'
import type { ControlProps } from '../fields/field-editor.ts'
import { EntryFields } from './entry-fields.tsx'
import { GroupControl } from './group-control.tsx'
import { ListControl } from './list-control.tsx'
import { messageAt } from '../structure/refused-places.ts'
import { rootPlace, StructureContext, useRefusedPlaces } from './use-structure.ts'

/**
 * The form of a structured field of an item. Its controls report changes to the saver themselves, not by `onChange`.
 */
export function StructureControl(props: ControlProps) {
  const { field, isReadOnly, version } = props
  const structure = useMemo(
    () => ({ root: field, isReadOnly, version, Fields: EntryFields }),
    [field, isReadOnly, version],
  )
  return (
    <StructureContext value={structure}>
      <Root {...props} />
    </StructureContext>
  )
}

function Root({ field, value, label, name, description, error }: ControlProps) {
  const places = useRefusedPlaces()
  // Issues within the field are shown at the inner fields, so only those of the whole value are shown here.
  const ownError = places.length > 0 ? messageAt(places, '') : error
  const shown = { field, value, place: rootPlace, label, name, description, error: ownError }
  return structureWidgetOf(field) === 'group' ? <GroupControl {...shown} /> : <ListControl {...shown} />
}
