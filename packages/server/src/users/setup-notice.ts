import type { Database } from '../database/database.ts'
import { hasUsers } from './store.ts'

/** What to tell an operator whose service nobody can use yet; null when there are users. */
export async function setupNotice(database: Database): Promise<string | null> {
  if (await hasUsers(database)) return null
  return 'There is no user yet. Make one: npx octavo user create --email you@example.com --name You --role 50'
}
