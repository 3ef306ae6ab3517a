import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../ui/when-idle.ts'

const load = () => import('./notification-list.tsx')
const NotificationList = lazy(async () => ({ default: (await load()).NotificationList }))

/** milliseconds after which the list is preloaded, because without a connection it could not be loaded */
const preloadDelay = 3000

/** The list of notifications, which the first view does not need. */
export function Toasts() {
  const count = useNotifications().notifications.length
  const [isNeeded, setNeeded] = useState(false)
  if (count > 0 && !isNeeded) setNeeded(true)
  useEffect(() => whenIdle(() => void load().catch(() => undefined), preloadDelay), [])
  return isNeeded ? (
    <Suspense>
      <NotificationList />
    </Suspense>
  ) : null
}
