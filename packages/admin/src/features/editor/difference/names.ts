import i18next from 'i18next'
import { useMemo } from 'react'
import { useWorkspace } from '../../../session/session.tsx'
import type { Names } from '../parts/parts.ts'
import { partsOf } from './field-parts.ts'

/** a block type of a plugin */
type Titled = { readonly type: string; readonly title: string }

/** The labels for parts of values; blocks of plugins have the title that the plugin gives. */
export function namesOf(blocks: readonly Titled[]): Names {
  const names: Names = {
    blockName: (type) =>
      blocks.find((block) => block.type === type)?.title ??
      // Paragraphs have the type `block`. They are shown as text, so one that needs a name cannot be read as text.
      labelOf('richText:kinds', type === 'block' ? 'odd' : type),
    styleName: (style) => labelOf('richText:styles', style),
    markName: (mark) => labelOf('richText:marks', mark),
    propertyName: (name) => labelOf('editor:difference.properties', name),
    end: (name) => i18next.t('editor:difference.end', { name }),
    member: (field, value) => partsOf(field, value, names),
  }
  return names
}

export function useNames(): Names {
  const { blocks } = useWorkspace()
  return useMemo(() => namesOf(blocks), [blocks])
}

/** The label of a stored name in a group of texts; the name itself if it has no label. */
function labelOf(group: string, name: string): string {
  const key = `${group}.${name}`
  if (!/^[a-z][\w-]*$/i.test(name) || !i18next.exists(key)) return name
  const text: unknown = i18next.t(key as 'editor:difference.end')
  return typeof text === 'string' ? text : name
}
