import { Outlet, useMatches } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState, NotFoundPage } from '../ui/states.tsx'
import { useSession } from '../session/session.tsx'

/** The screen of the address, unless the person's role does not reach it. */
export function Screen() {
  const { t } = useTranslation()
  const { can } = useSession()
  const match = useMatches().at(-1)
  const needed = match?.staticData.permission
  const names: Readonly<Record<string, string>> = match?.params ?? {}
  if (needed !== undefined && !can(needed))
    return (
      <EmptyState
        icon={Lock}
        title={t('failures.forbiddenTitle')}
        text={t('failures.forbiddenText')}
        isPage
      />
    )
  return Object.values(names).every(canBeName) ? <Outlet /> : <NotFoundPage />
}

/** characters: more than any slug or id has */
const longestName = 500

/** Whether something can be called so. What cannot is not there: the service is not asked. */
function canBeName(name: string): boolean {
  return name.length <= longestName && !/\p{Cc}/u.test(name)
}
