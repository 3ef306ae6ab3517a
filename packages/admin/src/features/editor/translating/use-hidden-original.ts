import { useQuery } from '@tanstack/react-query'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { itemQuery } from '../item-query.ts'

/** The locale of the original of the open translation if the original is a draft; else null. */
export function useHiddenOriginal(): string | null {
  const { collection } = useEditor()
  const scope = useContentScope()
  const id = useDraft(({ item }) => item?.translationOf ?? null)
  const { data } = useQuery({ ...itemQuery(scope, collection.slug, id ?? ''), enabled: id !== null })
  return id !== null && data?.item.status === 'draft' ? data.item.locale : null
}
