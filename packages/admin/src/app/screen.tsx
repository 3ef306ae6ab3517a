import { Outlet, useMatches } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState, NotFoundPage } from '../ui/states.tsx'
import { useSession } from '../session/session.tsx'

/** Renders the screen of a route, or "Access denied" if the person's role lacks its permission. */
export function Screen() {
  const { t } = useTranslation()
  const { can } = useSession()
  const match = useMatches().at(-1)
  const permission = match?.staticData.permission
  const names: Readonly<Record<string, string>> = match?.params ?? {}
  if (permission !== undefined && !can(permission))
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

/** maximum number of characters in a name; slugs and ids are shorter */
const longestName = 500

/** Whether a text in the URL can be a slug or an id. If not, nothing is requested from the service. */
function canBeName(name: string): boolean {
  return name.length <= longestName && !/\p{Cc}/u.test(name)
}
