import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import { focusField } from './focus-field.ts'

/**
 * Focuses the field that the URL names when the editor opens. Links from previews name one. Later changes of the URL do
 * nothing.
 */
export function useNamedField(): void {
  const { field } = useSearch({ strict: false })
  const [named] = useState(field)
  // Waits 100 ms and until the browser is idle, so that the fields are in the page.
  useEffect(() => (named === undefined ? undefined : whenIdle(() => focusField(named), 100)), [named])
}
