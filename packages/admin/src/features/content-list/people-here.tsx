import type { PresenceEntry } from '@octavo/contract/operations/presence'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './people-here.module.css'

/** the maximum number of avatars in a row */
const mostAvatars = 3

/** The people who have the item of a row open. */
export function PeopleHere({ people }: { readonly people: readonly PresenceEntry[] }) {
  const { t } = useTranslation('lists')
  const names = people.map(({ name }) => name ?? t('someoneElse')).join(', ')
  return (
    <span className={classes['people']} title={t('openBy', { names })}>
      {people.slice(0, mostAvatars).map(({ userId, name }) => (
        <Avatar key={userId} id={userId} name={name} />
      ))}
      <span className="unseen">{t('openBy', { names })}</span>
    </span>
  )
}
