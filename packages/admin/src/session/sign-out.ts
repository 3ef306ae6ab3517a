import { api } from '../api/client.ts'
import { notifyError } from '../ui/notify.tsx'

/** Ends the session and opens the page for signing in. */
export async function signOut(): Promise<void> {
  try {
    await api.auth.logout()
    location.assign('/_cms/sign-in')
  } catch (error) {
    notifyError(error)
  }
}
