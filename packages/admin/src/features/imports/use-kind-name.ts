import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** What a kind of piece is called; kinds that only one export knows are shown as they are named there. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('imports')
  return (kind) => (i18next.exists(`imports:kinds.${kind}`) ? t(`kinds.${kind as 'post'}`) : kind)
}
