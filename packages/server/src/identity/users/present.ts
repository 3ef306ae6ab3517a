import type { UserRow } from './user-store.ts'

/** A user in the form of the API. */
export function presentUser(row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    disabled: row.disabled === 1,
    lastSignInAt: row.signed_in_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
