import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listOf, success, timestamp } from './shapes.ts'
import { user } from './users.ts'
import { assertion, creationOptions, registration, requestOptions } from './webauthn-shapes.ts'

export const passkeyName = z.string().trim().min(1).max(100)

const passkey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    backedUp: z
      .boolean()
      .meta({ description: 'whether the device keeps it elsewhere too, as with an account' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

const item = z.strictObject({ item: passkey })

/** Signing in with a passkey, and those that one has. */
export const passkeys = {
  signInOptions: defineOperation({
    name: 'passkeys.signInOptions',
    summary: 'Begin to sign in with a passkey',
    effect: 'write',
    audit: 'none',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject({}),
    output: z.strictObject({ options: requestOptions }),
    rest: { method: 'POST', path: '/auth/passkey/options' },
  }),

  signIn: defineOperation({
    name: 'passkeys.signIn',
    summary: 'Sign in with a passkey',
    description:
      'Takes what the browser gave for the options, and starts a session: the answer sets its cookie. Whatever is wrong, the answer is the same 401.',
    effect: 'staged',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject(assertion),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/auth/passkey/verify' },
  }),

  list: defineOperation({
    name: 'passkeys.list',
    summary: 'List own passkeys',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: listOf(passkey),
    rest: { method: 'GET', path: '/auth/passkey' },
  }),

  registerOptions: defineOperation({
    name: 'passkeys.registerOptions',
    summary: 'Begin to add a passkey',
    effect: 'write',
    audit: 'none',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: z.strictObject({ options: creationOptions }),
    rest: { method: 'POST', path: '/auth/passkey/register/options' },
  }),

  register: defineOperation({
    name: 'passkeys.register',
    summary: 'Add a passkey',
    effect: 'staged',
    permission: 'account.manage',
    input: z.strictObject({ ...registration, name: passkeyName.optional() }),
    output: item,
    rest: { method: 'POST', path: '/auth/passkey/register/verify', status: 201 },
  }),

  update: defineOperation({
    name: 'passkeys.update',
    summary: 'Rename a passkey',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1), name: passkeyName }),
    output: item,
    rest: { method: 'PATCH', path: '/auth/passkey/:id' },
  }),

  delete: defineOperation({
    name: 'passkeys.delete',
    summary: 'Delete a passkey',
    description: 'The last one stays while no mail is set up: it would be the last way in.',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/passkey/:id' },
  }),
} as const
