import { useMemo } from 'react'
import { shownValue } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { type Outline, outlineOf } from './headings.ts'

/** The outline of the open item, selected as one text, so that changes of other values render nothing. */
export function useOutline(): Outline {
  const { collection } = useEditor()
  const written = useDraft((draft) =>
    JSON.stringify(outlineOf(collection.fields, (slug) => shownValue(draft, slug))),
  )
  return useMemo(() => JSON.parse(written) as Outline, [written])
}
