import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import classes from './others.module.css'
import { usePeople } from './use-others.ts'

/** The people whose focus is in a field. It is positioned over the row, so that the layout does not change. */
export function FieldPeople({ field }: { readonly field: string }) {
  const { t } = useTranslation('editor')
  const { isOwn } = useSession()
  const peopleInField = usePeople().filter(({ fields }) => fields.includes(field))
  if (peopleInField.length === 0) return null
  return (
    <div className={classes['field']} data-people>
      {peopleInField.map(({ userId, name }) => (
        <span key={userId} className={classes['chip']}>
          <Avatar id={userId} name={name} />
          <bdi>{isOwn(userId) ? t('others.you') : (name ?? t('others.unnamed'))}</bdi>
        </span>
      ))}
    </div>
  )
}
