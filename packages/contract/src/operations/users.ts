import { z } from 'zod'
import { isRole, scopes } from '../access.ts'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { label, timestamp } from './shapes.ts'

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

const email = z.email().max(254).toLowerCase()

export const users = {
  create: defineOperation({
    name: 'users.create',
    summary: 'Create a user',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({
      email,
      name: label,
      role: z
        .int()
        .refine(isRole, 'must be 10 (Subscriber), 20 (Contributor), 30 (Author), 40 (Editor) or 50 (Admin)'),
    }),
    output: z.strictObject({ item: user }),
  }),
} as const

const scopeNames = Object.keys(scopes) as [keyof typeof scopes]

export const tokens = {
  create: defineOperation({
    name: 'tokens.create',
    summary: 'Make a personal access token',
    description:
      'Scopes that the role of the user may not hold are left out, and `removedScopes` names them.',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({
      email: email.meta({ description: 'whose token it is' }),
      name: z.string().min(1).max(100),
      scopes: z.array(z.enum(scopeNames)).min(1),
      expiresAt: instant.nullable().default(null),
    }),
    output: z.strictObject({
      token: z.string().meta({ description: 'shown this once; only its hash is kept' }),
      scopes: z.array(z.string()),
      removedScopes: z.array(z.string()),
    }),
  }),
} as const
