import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { personName } from './shapes.ts'
import { email, user } from './users.ts'
import { creationOptions, registration } from './webauthn-shapes.ts'

const first = {
  code: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'of the setup link that the service printed when it started' }),
  email,
  name: personName,
}

/** Creates the first admin. Closed permanently once there is one. */
export const setup = {
  status: defineOperation({
    name: 'setup.status',
    summary: 'Whether the setup is complete',
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
    summary: 'Begin to make the first admin',
    description:
      'The answer sets a cookie that `setup/admin/verify` needs: nobody else can finish what was begun here.',
    effect: 'write',
    audit: 'none',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject(first),
    output: z.strictObject({ options: creationOptions }),
    rest: { method: 'POST', path: '/setup/admin' },
  }),

  finish: defineOperation({
    name: 'setup.finish',
    summary: 'Make the first admin, with a passkey',
    description: 'Starts a session: the answer sets its cookie.',
    effect: 'staged',
    permission: 'public',
    limitedAs: 'login',
    startsSession: true,
    input: z.strictObject(registration),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/setup/admin/verify', status: 201 },
  }),

  createWithLink: defineOperation({
    name: 'setup.createWithLink',
    summary: 'Make the first admin, with a mailed link',
    description:
      'For browsers without passkeys: a link to sign in is mailed, or printed by the service where no mail is set up.',
    effect: 'staged',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject(first),
    output: z.strictObject({ item: user }),
    rest: { method: 'POST', path: '/setup/admin/link', status: 201 },
  }),
} as const
