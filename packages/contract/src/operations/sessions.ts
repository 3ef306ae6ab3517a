import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listOf, success, timestamp } from './shapes.ts'
import { assertion, requestOptions } from './webauthn-shapes.ts'

const session = z
  .strictObject({
    id: z.string(),
    isCurrent: z.boolean().meta({ description: 'whether it is the session of this request' }),
    address: z.string().meta({ description: 'the address of the client that signed in' }),
    userAgent: z.string().nullable(),
    createdAt: timestamp,
    authenticatedAt: timestamp.meta({ description: 'when the person last authenticated' }),
    lastUsedAt: timestamp.meta({ description: 'updated at most twice a minute' }),
    expiresAt: timestamp.meta({
      description: '30 days after the last use, and 90 days after the sign-in at the latest',
    }),
  })
  .meta({ id: 'Session' })

/**
 * Operations on the sessions of the signed-in user, including the confirmation of their identity with a passkey:
 * `reauthenticateOptions` stores only a challenge, which expires, so it has no audit entry; `reauthenticate` uses up
 * the challenge and verifies the passkey before it opens its transaction (`ownTransaction`). `limitedAs` is the name
 * under which requests are counted, for the limit per minute and client address.
 */
export const sessions = {
  list: defineOperation({
    name: 'sessions.list',
    summary: 'List your sessions',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: listOf(session),
    rest: { method: 'GET', path: '/auth/sessions' },
  }),

  end: defineOperation({
    name: 'sessions.end',
    summary: 'End one of your sessions',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/sessions/:id' },
  }),

  endOthers: defineOperation({
    name: 'sessions.endOthers',
    summary: 'End all your other sessions',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: success,
    rest: { method: 'DELETE', path: '/auth/sessions' },
  }),

  reauthenticateOptions: defineOperation({
    name: 'sessions.reauthenticateOptions',
    summary: 'Start to confirm your identity again',
    description: '`options` is null for people without a passkey: they sign in again with a mailed link.',
    effect: 'write',
    audit: 'none',
    permission: 'account.manage',
    limitedAs: 'login',
    input: z.strictObject({}),
    output: z.strictObject({ options: requestOptions.nullable() }),
    rest: { method: 'POST', path: '/auth/reauthenticate/options' },
  }),

  reauthenticate: defineOperation({
    name: 'sessions.reauthenticate',
    summary: 'Confirm your identity again',
    description:
      'Takes the response of the browser to the options; sensitive calls then work for 15 minutes.',
    effect: 'ownTransaction',
    permission: 'account.manage',
    limitedAs: 'login',
    input: z.strictObject(assertion),
    output: success,
    rest: { method: 'POST', path: '/auth/reauthenticate' },
  }),
} as const
