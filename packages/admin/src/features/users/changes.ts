import i18next from 'i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Person } from '../../session/session.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'

/** Refreshes the users, and the current user, who may have changed their own account. */
export async function refreshUsers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.users }),
    queryClient.invalidateQueries({ queryKey: keys.me }),
  ])
}

/** Disables a user after a confirmation; can be undone. */
export async function disableUser(user: Person): Promise<void> {
  const name = user.name ?? user.email
  const isSure = await confirm({
    title: i18next.t('users:disable.title', { name }),
    text: i18next.t('users:disable.text'),
    action: i18next.t('users:disableAction'),
    isDangerous: true,
  })
  if (!isSure) return
  await attempt(async () => {
    await api.users.disable({ id: user.id })
    // The id lets this notification replace earlier ones about the user.
    notifySuccess(i18next.t('users:disable.done', { name }), () => void enableUser(user), [user.id])
  })
}

/** Enables a disabled user. */
export async function enableUser(user: Person): Promise<void> {
  await attempt(async () => {
    await api.users.enable({ id: user.id })
    notifySuccess(i18next.t('users:enabled', { name: user.name ?? user.email }), undefined, [user.id])
  })
}

/** Runs a change and refreshes the users, also after a failure, of which the person is notified. */
async function attempt(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    notifyError(error)
  }
  await refreshUsers()
}
