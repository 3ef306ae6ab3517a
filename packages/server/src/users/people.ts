import { auditThing } from '../audit/record.ts'
import { presentUser } from './present.ts'
import type { ReadContext, WriteContext } from '../context.ts'
import { refusingDuplicates } from '../duplicates.ts'
import { notFound, type OctavoError, refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { sortKey } from '../sort-key.ts'
import { findUser, findUserByEmail, hasUsers, insertUser, updateUser, type UserRow } from './store.ts'

export type { UserRow }

/** the role of those who run the service */
export const adminRole = 50

export interface NewUser {
  readonly id?: string
  readonly email: string
  readonly name: string | null
  readonly role: number
}

/** Makes a user; throws CONFLICT when the address has one. */
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

/** The user of an id; throws NOT_FOUND. */
export async function userOf(context: ReadContext, id: string): Promise<UserRow> {
  const row = await findUser(context, id)
  if (row === undefined) throw notFound('The user')
  return row
}

/** The user of an address, or undefined. */
export function userWithAddress(
  context: Pick<ReadContext, 'db' | 'services'>,
  email: string,
): Promise<UserRow | undefined> {
  return findUserByEmail(context, email)
}

/** Writes changes of a user down; gives the user as it is then. */
export async function saveUser(
  context: WriteContext,
  before: UserRow,
  changes: Partial<Pick<UserRow, 'name' | 'role' | 'disabled'>>,
): Promise<UserRow> {
  const after = { ...before, ...changes, updated_at: context.now }
  const { id, ...columns } = { ...after, ...searchColumns(after) }
  await updateUser(context, id, columns)
  auditThing(context, 'user', {
    name: after.email,
    before: presentUser(before),
    after: presentUser(after),
  })
  return after
}

/** Writes down that someone has signed in. */
export async function recordSignIn(context: WriteContext, user: UserRow): Promise<UserRow> {
  await updateUser(context, user.id, { signed_in_at: context.now })
  return { ...user, signed_in_at: context.now }
}

/** Whether anybody, or any admin, is there: the setup is over with the first admin. */
export async function whoIsThere(
  context: Pick<ReadContext, 'db'>,
): Promise<{ users: boolean; admin: boolean }> {
  return { users: await hasUsers(context), admin: await hasUsers(context, adminRole) }
}

function searchColumns({ email, name }: Pick<UserRow, 'email' | 'name'>) {
  return { search_text: searchable(`${name ?? ''} ${email}`), sort_key: sortKey(name ?? email) }
}

/** The form in which texts are compared: databases disagree about upper and lower case. */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** A user who may sign in, or undefined; nobody disables them before the end of the transaction. */
export async function enabledUser(context: WriteContext, id: string): Promise<UserRow | undefined> {
  const user = await findUser(context, id)
  return user?.disabled === 0 ? user : undefined
}
