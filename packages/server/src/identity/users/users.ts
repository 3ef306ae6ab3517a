import { roles } from '@octavo/contract/access'
import { foldCase } from '@octavo/contract/fold-case'
import { auditThing } from '../../core/audit-recorder.ts'
import { presentUser } from './present.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { refusingDuplicates } from '../../core/duplicates.ts'
import { notFound, type OctavoError, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { sortKey } from '../../platform/sort-key.ts'
import {
  findNames,
  findUser,
  findUserByEmail,
  hasUsers,
  insertUser,
  updateUser,
  type UserRow,
} from './user-store.ts'

export type { UserRow }

export const adminRole = roles.Admin

export interface NewUser {
  /** by default a new one; the setup chooses it before there is a user */
  readonly id?: string
  readonly email: string
  readonly name: string | null
  readonly role: number
}

/** Creates a user; throws CONFLICT if the address is taken. */
export async function addUser(
  context: WriteContext,
  { id = newId(), email, name, role }: NewUser,
): Promise<UserRow> {
  const { now } = context
  const row = {
    id,
    email,
    name,
    role,
    disabled: 0,
    created_at: now,
    updated_at: now,
    signed_in_at: null,
    ...searchColumns({ email, name }),
  }
  await refusingDuplicates(context, addressTaken(email), () => insertUser(context, row))
  auditThing(context, 'user', { name: email, before: null, after: presentUser(row) })
  return row
}

function addressTaken(email: string): OctavoError {
  return refusal('CONFLICT', 'addressTaken', { email }, { details: { email } })
}

/** The user with an id; throws NOT_FOUND. */
export async function userOf(context: ReadContext, id: string): Promise<UserRow> {
  const row = await findUser(context, id)
  if (row === undefined) throw notFound('The user')
  return row
}

/** The user with an address, or undefined. */
export function userWithAddress(
  context: Pick<ReadContext, 'db' | 'services'>,
  email: string,
): Promise<UserRow | undefined> {
  return findUserByEmail(context, email)
}

/** Updates a user from the state `before`, as it was read; returns the new state. */
export async function saveUser(
  context: WriteContext,
  before: UserRow,
  changes: Partial<Pick<UserRow, 'name' | 'role' | 'disabled'>>,
): Promise<UserRow> {
  const changed = { ...before, ...changes, updated_at: context.now }
  // The search text and the sort key follow from the name and the address.
  const after = { ...changed, ...searchColumns(changed) }
  const { id, ...columns } = after
  await updateUser(context, id, columns)
  auditThing(context, 'user', {
    name: after.email,
    before: presentUser(before),
    after: presentUser(after),
  })
  return after
}

/** Records a sign-in. */
export async function recordSignIn(context: WriteContext, user: UserRow): Promise<UserRow> {
  await updateUser(context, user.id, { signed_in_at: context.now })
  return { ...user, signed_in_at: context.now }
}

export interface NamedUser {
  readonly id: string
  readonly name: string | null
}

/** The names of people by id; null for people without a name; unknown ids are left out. */
export async function namesOfUsers(context: ReadContext, ids: readonly string[]): Promise<NamedUser[]> {
  if (ids.length === 0) return []
  const rows = await findNames(context, ids)
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Whether there is any user, and any admin. The setup ends with the first admin. */
export async function findExistingUsers(
  context: Pick<ReadContext, 'db'>,
): Promise<{ users: boolean; admin: boolean }> {
  return { users: await hasUsers(context), admin: await hasUsers(context, adminRole) }
}

/** The columns by which lists of users are searched and sorted. */
function searchColumns({ email, name }: Pick<UserRow, 'email' | 'name'>) {
  return { search_text: foldCase(`${name ?? ''} ${email}`), sort_key: sortKey(name ?? email) }
}

/** An enabled user, or undefined; the row is locked until the end of the transaction. */
export async function enabledUser(context: WriteContext, id: string): Promise<UserRow | undefined> {
  const user = await findUser(context, id)
  return user?.disabled === 0 ? user : undefined
}
