import { z } from 'zod'
import { isRole } from '../access.ts'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { cursor, listOf, namesUpTo, pageOf, pageSize, personName, timestamp } from './shapes.ts'

/** A user. `name` is null until somebody sets it, `lastSignInAt` until the first sign-in. */
export const user = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.int(),
    disabled: z.boolean(),
    lastSignInAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'User' })

export const email = z.email().max(254).toLowerCase()

export const role = z
  .int()
  .refine(isRole, 'must be 10 (Subscriber), 20 (Contributor), 30 (Author), 40 (Editor) or 50 (Admin)')

const item = z.strictObject({ item: user })
const id = z.string().min(1)

/** Users and their roles. `create` and `createLink` have no REST route: only the command line calls them. */
export const users = {
  list: defineOperation({
    name: 'users.list',
    summary: 'List the users by name',
    effect: 'read',
    permission: 'users.manage',
    input: z.strictObject({
      role: role.optional(),
      disabled: z.boolean().optional(),
      search: z
        .string()
        .max(limits.label)
        .optional()
        .meta({ description: 'a part of the name or the e-mail address, in any case' }),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(user),
    rest: { method: 'GET', path: '/admin/users' },
  }),

  get: defineOperation({
    name: 'users.get',
    summary: 'Get a user',
    effect: 'read',
    permission: 'users.manage',
    input: z.strictObject({ id }),
    output: item,
    rest: { method: 'GET', path: '/admin/users/:id' },
  }),

  names: defineOperation({
    name: 'users.names',
    summary: 'Get the names of users',
    description: `By ids, or by a part of the name (the first ${limits.foundPeople}), for callers who edit content of others. For users without a name, callers who manage users get the e-mail address, others null. A search finds neither them nor users who may not write. Unknown ids are left out.`,
    effect: 'read',
    permission: 'content.editAny',
    input: z
      .strictObject({
        ids: namesUpTo(limits.namedPeople).optional().meta({ description: 'ids of users, joined by commas' }),
        search: z
          .string()
          .max(limits.label)
          .optional()
          .meta({ description: 'instead of `ids`: a part of the name, in any case; empty: everyone' }),
      })
      .refine(({ ids, search }) => (ids === undefined) !== (search === undefined), {
        path: ['ids'],
        message: 'give either ids or search',
      }),
    output: listOf(z.strictObject({ id: z.string(), name: z.string().nullable() })),
    rest: { method: 'GET', path: '/users/names' },
  }),

  create: defineOperation({
    name: 'users.create',
    summary: 'Create a user',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({ email, name: personName, role }),
    output: item,
  }),

  update: defineOperation({
    name: 'users.update',
    summary: 'Change the name or the role of a user',
    description:
      'A new role takes effect with the next request of the user. The last enabled admin cannot get another role.',
    effect: 'write',
    permission: 'users.manage',
    // To make somebody an admin, the person must have authenticated recently.
    sensitive: 'admins',
    input: z.strictObject({ id, name: personName.optional(), role: role.optional() }),
    output: item,
    rest: { method: 'PATCH', path: '/admin/users/:id' },
  }),

  enable: defineOperation({
    name: 'users.enable',
    summary: 'Enable a user',
    description: 'Their tokens work again; they must sign in again.',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({ id }),
    output: item,
    rest: { method: 'POST', path: '/admin/users/:id/enable' },
  }),

  disable: defineOperation({
    name: 'users.disable',
    summary: 'Disable a user',
    description:
      'Ends their sessions; their tokens and links do not work while they are disabled. The last enabled admin cannot be disabled.',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({ id }),
    output: item,
    rest: { method: 'POST', path: '/admin/users/:id/disable' },
  }),

  createLink: defineOperation({
    name: 'users.createLink',
    summary: 'Create a link that signs a user in',
    description:
      'For operators, when someone has lost every other way to sign in. It works once, for 15 minutes.',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({ email }),
    output: z.strictObject({ link: z.string(), expiresAt: timestamp }),
  }),
} as const
