import { useWorkspace } from '../../session/session.tsx'
import { useDraft } from './editor-context.ts'

/** The language of the open item. */
export function useOpenLocale(): string {
  const { defaultLocale } = useWorkspace().site
  const locale = useDraft((draft) => draft.item?.locale ?? draft.locale)
  return locale === '' ? defaultLocale : locale
}
