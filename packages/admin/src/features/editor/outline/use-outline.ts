import { useMemo } from 'react'
import { shownValue } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { type Outline, outlineOf } from './headings.ts'

/** The outline of the open item. It is selected as one text, so that a change of other values causes no render. */
export function useOutline(): Outline {
  const { collection } = useEditor()
  const outlineText = useDraft((draft) =>
    JSON.stringify(outlineOf(collection.fields, (slug) => shownValue(draft, slug))),
  )
  return useMemo(() => JSON.parse(outlineText) as Outline, [outlineText])
}
