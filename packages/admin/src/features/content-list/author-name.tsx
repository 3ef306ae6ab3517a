import { useTranslation } from 'react-i18next'
import { shownName, usePersonName } from '../../api/person-names.ts'
import { useSession } from '../../session/session.tsx'

/** The name of an item's author, if the reader may see it. */
export function AuthorName({ id }: { readonly id: string }) {
  const { t } = useTranslation('lists')
  const { can, isOwn } = useSession()
  const name = usePersonName(id, !isOwn(id) && can('content.editAny'))
  return isOwn(id) ? <>{t('you')}</> : <bdi>{shownName(name, t('someoneElse'))}</bdi>
}
