import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dashboard, type Destination, destinations } from '../../session/navigation.ts'
import { useSession } from '../../session/session.tsx'
import { matches } from './matches.ts'

/** A screen of the admin that the navigation links to. */
export interface Screen {
  readonly to: Destination['to']
  readonly name: string
  readonly icon: LucideIcon
}

const allDestinations: readonly Destination[] = [dashboard, ...Object.values(destinations).flat()]

/** The screens that the person can reach and whose name matches; none without a search (null). */
export function useScreens(q: string | null): readonly Screen[] {
  const { t } = useTranslation('shell')
  const { can } = useSession()
  if (q === null) return []
  return allDestinations
    .filter(({ permission }) => can(permission))
    .map(({ to, text, icon }) => ({ to, name: t(text), icon }))
    .filter(({ name }) => matches(name, q))
}
