import { api } from '../api/client.ts'
import { notifyError } from '../ui/notify.tsx'

export async function signOut(): Promise<void> {
  try {
    await api.auth.logout()
    location.assign('/_cms/sign-in')
  } catch (error) {
    notifyError(error)
  }
}
