import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { personName } from './shapes.ts'
import { email, user } from './users.ts'
import { creationOptions, registration } from './webauthn-shapes.ts'

const firstUser = {
  code: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'the code in the setup link that the service printed at its start' }),
  email,
  name: personName,
}

/**
 * Creates the first admin. Closed permanently once there is one. `begin` stores only a challenge for the passkey, which
 * expires, so it has no audit entry. The effect `ownTransaction` means that a part of the work is outside of the
 * transaction: `finish` verifies the passkey before it, and `createWithLink` sends the mail after it. `limitedAs` is
 * the name under which requests are counted, for the limit per minute and client address. `startsSession`: requests
 * from pages of other sites are refused.
 */
export const setup = {
  status: defineOperation({
    name: 'setup.status',
    summary: 'Get whether the setup is complete',
    effect: 'read',
    permission: 'public',
    input: z.strictObject({}),
    output: z.strictObject({
      setupComplete: z.boolean().meta({ description: 'whether there is an admin' }),
      usersExist: z.boolean(),
    }),
    rest: { method: 'GET', path: '/setup/status' },
  }),

  begin: defineOperation({
    name: 'setup.begin',
    summary: 'Start to create the first admin',
    description:
      'The answer sets a cookie that `setup/admin/verify` needs, so that nobody else can complete this setup.',
    effect: 'write',
    audit: 'none',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject(firstUser),
    output: z.strictObject({ options: creationOptions }),
    rest: { method: 'POST', path: '/setup/admin' },
  }),

  finish: defineOperation({
    name: 'setup.finish',
    summary: 'Create the first admin, with a passkey',
    description: 'Starts a session: the answer sets its cookie.',
    effect: 'ownTransaction',
    permission: 'public',
    limitedAs: 'login',
    startsSession: true,
    input: z.strictObject(registration),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/setup/admin/verify', status: 201 },
  }),

  createWithLink: defineOperation({
    name: 'setup.createWithLink',
    summary: 'Create the first admin, with a mailed link',
    description:
      'For browsers without passkeys: a link to sign in is mailed, or printed by the service if no mail is set up.',
    effect: 'ownTransaction',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject(firstUser),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/setup/admin/link', status: 201 },
  }),
} as const
