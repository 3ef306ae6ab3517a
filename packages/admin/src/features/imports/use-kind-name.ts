import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** The label of a kind of entry; unknown kinds keep the name of the export. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('imports')
  return (kind) => (i18next.exists(`imports:kinds.${kind}`) ? t(`kinds.${kind as 'post'}`) : kind)
}
