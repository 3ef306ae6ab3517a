import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { isEmptyValue } from '../autosave/same.ts'
import type { ControlProps } from '../fields/field-editor.ts'
import { structure } from '../fields/structure.ts'

const StructureControl = lazy(async () => ({
  default: (await import('./structure-control.tsx')).StructureControl,
}))

/**
 * The control of a field with fields within it; its form is loaded when the first one is rendered. A value that the
 * form cannot show is edited as JSON, and so is `raw`, a text in the JSON control that is not valid JSON.
 */
export function StructureField(props: ControlProps) {
  const { field, value, raw } = props
  const isFormValue = isEmptyValue(value) || structure.accepts(value, field)
  if (raw !== undefined || !isFormValue) return <structure.Control {...props} />
  return (
    <Suspense fallback={<Skeleton height={96} data-loading />}>
      <StructureControl {...props} />
    </Suspense>
  )
}
