import { foldCase } from '@octavo/contract/fold-case'
import { isAllowed } from '@octavo/contract/access'
import { audit } from '../../core/audit-recorder.ts'
import { makeLink } from '../sign-in/links.ts'
import { endAllSessions } from '../sign-in/end-sessions.ts'
import { requireRecentAuthentication } from '../../core/recent-authentication.ts'
import type { WriteContext } from '../../core/context.ts'
import { notFound, refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import { bumpAccessVersion, serializeAdminChanges } from '../users/access.ts'
import { addUser, adminRole, saveUser, userOf, userWithAddress } from '../users/users.ts'
import { presentUser } from '../users/present.ts'
import { findNames, hasOtherEnabled, listUsers, searchNames, type UserRow } from '../users/user-store.ts'

export const userHandlers: HandlersOf<'users'> = {
  list: async (context, { role, disabled, search, limit, cursor }) => {
    // Binds a cursor to the filter.
    const list = `users ${JSON.stringify([role, disabled, search])}`
    const rows = await listUsers(context, {
      role,
      isDisabled: disabled,
      search: search === undefined ? undefined : foldCase(search),
      after: positionOf(list, cursor),
      limit: limit + 1,
    })
    return pageOf({ list, rows, limit, present: presentUser })
  },

  get: async (context, { id }) => ({ item: presentUser(await userOf(context, id)) }),

  names: async (context, { ids, search = '' }) => {
    const maySeeAddresses = isAllowed(context.caller, 'users.manage')
    // A search would name people who are not connected with the content that a limited token sees.
    if (ids === undefined && context.caller.limits !== undefined)
      throw refusal('FORBIDDEN', 'limitedToken', {})
    const rows =
      ids === undefined ? await searchNames(context, foldCase(search)) : await findNames(context, ids)
    return {
      items: rows.map(({ id, name, email }) => ({ id, name: name ?? (maySeeAddresses ? email : null) })),
    }
  },

  create: async (context, { email, name, role }) => ({
    item: presentUser(await addUser(context, { email, name, role })),
  }),

  // A name that is not sent must be absent from the changes: undefined would overwrite the stored one.
  update: (context, { id, name, role }) =>
    change(context, id, { ...(name !== undefined && { name }), ...(role !== undefined && { role }) }),

  enable: (context, { id }) => change(context, id, { disabled: 0 }),

  disable: async (context, { id }) => {
    const answer = await change(context, id, { disabled: 1 })
    await endAllSessions(context, id)
    return answer
  },

  createLink: async (context, { email }) => {
    const user = await userWithAddress(context, email)
    if (user === undefined) throw notFound(`A user with the address ${email}`)
    if (user.disabled === 1) throw refusal('CONFLICT', 'userDisabled', { email })
    const { url, expiresAt } = await makeLink(context, 'magic', { userId: user.id })
    const after = { signInLinkUntil: expiresAt }
    audit(context, { targetType: 'user', targetId: user.id, targetName: email, after })
    return { link: url, expiresAt }
  },
}

/** Changes a user. A change of rights takes effect with the next request of the user on every process. */
async function change(
  context: WriteContext,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'role' | 'disabled'>>,
): Promise<{ item: ReturnType<typeof presentUser> }> {
  const changesRights = changes.role !== undefined || changes.disabled !== undefined
  // First, so that the checks below see every earlier change of an admin.
  if (changesRights) await serializeAdminChanges(context)
  const before = await userOf(context, id)
  if (changes.role === adminRole && before.role !== adminRole) requireRecentAuthentication(context)
  if (changesRights) await requireRemainingAdmin(context, before, { ...before, ...changes })
  const after = await saveUser(context, before, changes)
  if (changesRights) await bumpAccessVersion(context)
  return { item: presentUser(after) }
}

/** Throws CONFLICT if no enabled admin would be left. */
async function requireRemainingAdmin(context: WriteContext, before: UserRow, after: UserRow): Promise<void> {
  const isAdmin = ({ role, disabled }: UserRow): boolean => role === adminRole && disabled === 0
  if (!isAdmin(before) || isAdmin(after)) return
  if (await hasOtherEnabled(context, adminRole, before.id)) return
  throw refusal('CONFLICT', 'lastAdmin', {})
}
