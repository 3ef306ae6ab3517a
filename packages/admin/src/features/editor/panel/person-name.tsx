import { useTranslation } from 'react-i18next'
import { shownName, usePersonName } from '../../../api/person-names.ts'
import { useSession } from '../../../session/session.tsx'

/** The name of a person: always for the reader themselves, for others if the reader may see it. */
export function PersonName({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('editor')
  const { person, can, isOwn } = useSession()
  const name = usePersonName(id, !isOwn(id) && can('content.editAny'))
  if (id === null) return <>{t('details.service')}</>
  if (isOwn(id)) return <bdi>{t('details.you', { name: person.name ?? person.email })}</bdi>
  return <bdi>{shownName(name, t('details.other'))}</bdi>
}
