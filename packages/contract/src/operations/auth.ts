import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { success } from './shapes.ts'
import { user } from './users.ts'

export const auth = {
  me: defineOperation({
    name: 'auth.me',
    summary: 'The current user',
    effect: 'read',
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      item: user,
      scopes: z
        .array(z.string())
        .nullable()
        .meta({ description: 'of the token; null for a session, which has all that the role may' }),
    }),
    rest: { method: 'GET', path: '/auth/me' },
  }),

  logout: defineOperation({
    name: 'auth.logout',
    summary: 'End the session',
    description: 'A token that asks has no session to end: it stays what it is.',
    effect: 'write',
    permission: 'signedIn',
    input: z.strictObject({}),
    output: success,
    rest: { method: 'POST', path: '/auth/logout' },
  }),
} as const
