import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { personName, replaceSession, success, timestamp } from './shapes.ts'
import { email, role, user } from './users.ts'
import { creationOptions, registrationResponse } from './webauthn-shapes.ts'

/** the secret in a mailed link */
const token = z.string().min(1).max(200)

const signedIn = z.strictObject({ item: user })

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

  updateMe: defineOperation({
    name: 'auth.updateMe',
    summary: 'Change your own name',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ name: personName }),
    output: z.strictObject({ item: user }),
    rest: { method: 'PATCH', path: '/auth/me' },
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

  sendMagicLink: defineOperation({
    name: 'auth.sendMagicLink',
    summary: 'Mail a link to sign in',
    description:
      'The link works once, for 15 minutes. The answer is the same whether anybody has the address or not. Where no mail is set up, the service prints the mail for its operator.',
    effect: 'read',
    permission: 'public',
    limitedAs: 'magic-link',
    input: z.strictObject({
      email,
      returnTo: z
        .string()
        .max(limits.returnPath)
        .optional()
        .meta({ description: 'path of this service to go on to; where else it leads, it is left out' }),
    }),
    output: success,
    rest: { method: 'POST', path: '/auth/magic-link/send' },
  }),

  verifyMagicLink: defineOperation({
    name: 'auth.verifyMagicLink',
    summary: 'Sign in with a mailed link',
    description: 'Starts a session: the answer sets its cookie.',
    effect: 'write',
    permission: 'public',
    limitedAs: 'magic-link',
    startsSession: true,
    input: z.strictObject({ token, replaceSession }),
    output: signedIn,
    rest: { method: 'GET', path: '/auth/magic-link/verify' },
  }),

  invite: defineOperation({
    name: 'auth.invite',
    summary: 'Invite someone',
    description:
      'Makes a user with a role, and mails a link that works once, for 7 days. Someone who was invited and has never signed in can be invited again; the links before work no longer.',
    effect: 'staged',
    permission: 'users.invite',
    sensitive: 'admins',
    input: z.strictObject({
      email,
      role: role.default(30),
      name: personName.optional().meta({ description: 'the invited can change it when they accept' }),
    }),
    output: z.strictObject({
      item: user,
      link: z
        .string()
        .nullable()
        .meta({ description: 'to be handed over, because no mail was sent; null when one was' }),
      expiresAt: timestamp,
    }),
    rest: { method: 'POST', path: '/auth/invite', status: 201 },
  }),

  acceptOptions: defineOperation({
    name: 'auth.acceptOptions',
    summary: 'Open an invite',
    description: 'Says who is invited, and how to make a passkey. The link can still be used afterwards.',
    effect: 'write',
    audit: 'none',
    permission: 'public',
    limitedAs: 'login',
    input: z.strictObject({ token }),
    output: z.strictObject({
      email: z.string(),
      name: z.string().nullable(),
      role: z.int(),
      options: creationOptions,
    }),
    rest: { method: 'POST', path: '/auth/invite/accept/options' },
  }),

  accept: defineOperation({
    name: 'auth.accept',
    summary: 'Accept an invite',
    description:
      'Signs in, with a passkey for the next time or without one. Starts a session: the answer sets its cookie.',
    effect: 'staged',
    permission: 'public',
    limitedAs: 'login',
    startsSession: true,
    input: z.strictObject({
      token,
      replaceSession,
      name: personName.optional(),
      credential: registrationResponse.optional(),
    }),
    output: signedIn,
    rest: { method: 'POST', path: '/auth/invite/accept' },
  }),
} as const
