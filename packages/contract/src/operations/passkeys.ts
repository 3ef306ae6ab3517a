import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { credentialName, listOf, replaceSession, success, timestamp } from './shapes.ts'
import { user } from './users.ts'
import { assertion, creationOptions, registration, requestOptions } from './webauthn-shapes.ts'

const passkey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    backedUp: z
      .boolean()
      .meta({ description: 'whether the device also stores it elsewhere, for example in a cloud account' }),
    userVerified: z.boolean().meta({
      description:
        'whether its device has already verified its user (user verification); if not, it can sign in only once the device does',
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

const item = z.strictObject({ item: passkey })

/**
 * Signing in with a passkey, and managing one's own passkeys. The operations that answer options are one transaction
 * (`write`), without an audit entry, because they store only a challenge, which expires. Those that take the response
 * of the browser are `ownTransaction`: they use up its challenge, even if they then refuse the response, and verify the
 * passkey before they open their transaction. `sensitive`: the person must have authenticated recently. `limitedAs` is
 * the name under which requests are counted, for the limit per minute and client address. `startsSession`: requests
 * from pages of other sites are refused.
 */
export const passkeys = {
  signInOptions: defineOperation({
    name: 'passkeys.signInOptions',
    summary: 'Start to sign in with a passkey',
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
      'Takes the response of the browser to the options, and starts a session: the answer sets its cookie. The answer to every failure is the same 401; if a valid passkey has not verified its user, `details.reason` is `passkeyUnverified`.',
    effect: 'ownTransaction',
    permission: 'public',
    limitedAs: 'login',
    startsSession: true,
    input: z.strictObject({ ...assertion, replaceSession }),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/auth/passkey/verify' },
  }),

  list: defineOperation({
    name: 'passkeys.list',
    summary: 'List own passkeys',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: listOf(
      passkey.extend({
        isOnlyWayIn: z.boolean().meta({
          description:
            'whether it cannot be deleted, because no mail is set up and no other passkey verifies its user',
        }),
      }),
    ),
    rest: { method: 'GET', path: '/auth/passkey' },
  }),

  registerOptions: defineOperation({
    name: 'passkeys.registerOptions',
    summary: 'Start to add a passkey',
    effect: 'write',
    audit: 'none',
    permission: 'account.manage',
    sensitive: 'always',
    input: z.strictObject({}),
    output: z.strictObject({ options: creationOptions }),
    rest: { method: 'POST', path: '/auth/passkey/register/options' },
  }),

  register: defineOperation({
    name: 'passkeys.register',
    summary: 'Add a passkey',
    description:
      'The device must verify the user, by fingerprint, face or PIN (user verification of WebAuthn).',
    effect: 'ownTransaction',
    permission: 'account.manage',
    sensitive: 'always',
    input: z.strictObject({ ...registration, name: credentialName.optional() }),
    output: item,
    rest: { method: 'POST', path: '/auth/passkey/register/verify', status: 201 },
  }),

  update: defineOperation({
    name: 'passkeys.update',
    summary: 'Rename a passkey',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1), name: credentialName }),
    output: item,
    rest: { method: 'PATCH', path: '/auth/passkey/:id' },
  }),

  delete: defineOperation({
    name: 'passkeys.delete',
    summary: 'Delete a passkey',
    description:
      'The last passkey cannot be deleted while no mail is set up, because it is the only way to sign in.',
    effect: 'write',
    permission: 'account.manage',
    sensitive: 'always',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/passkey/:id' },
  }),
} as const
