import { Notifications } from '@mantine/notifications'

/** The notifications at the corner of the window. */
export function NotificationList() {
  return <Notifications position="bottom-right" autoClose={7000} />
}
