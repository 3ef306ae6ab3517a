import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { useSession } from '../../../app/session.tsx'

/** What a person is called, as far as the reader may know: oneself always, others for those who manage accounts. */
export function PersonName({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('editor')
  const { person, can, isOwn } = useSession()
  const isKnown = id !== null && !isOwn(id) && can('users.manage')
  const { data } = useQuery({
    queryKey: [...keys.users, id],
    queryFn: () => api.users.get({ id: id ?? '' }),
    enabled: isKnown,
    staleTime: 300_000,
    retry: false,
  })
  if (id === null) return <>{t('details.service')}</>
  if (isOwn(id)) return <bdi>{t('details.you', { name: person.name ?? person.email })}</bdi>
  return <bdi>{data === undefined ? t('details.other') : (data.item.name ?? data.item.email)}</bdi>
}
