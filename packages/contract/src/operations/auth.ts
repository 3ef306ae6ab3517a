import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { personName, replaceSession, success, timestamp } from './shapes.ts'
import { email, role, user } from './users.ts'
import { creationOptions, registrationResponse } from './webauthn-shapes.ts'

/** the secret in a mailed link */
const token = z.string().min(1).max(200)

const signedIn = z.strictObject({ item: user })

/**
 * Signing in by mailed links, and the caller's own user. `limitedAs` counts requests under this name, for the limit per
 * minute and client address. `startsSession`: requests from pages of other sites are refused.
 */
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
        .meta({ description: 'scopes of the token; null for a session, which has all rights of the role' }),
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
    description: 'A call with a token does nothing, because a token has no session; the token stays valid.',
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
      'The link works once, for 15 minutes. The answer does not reveal whether a user has the address. If no mail is set up, the service prints the mail for its operator.',
    // The link is stored and mailed after the response, so that its timing does not reveal whether there is a user.
    effect: 'read',
    permission: 'public',
    limitedAs: 'magic-link',
    input: z.strictObject({
      email,
      returnTo: z.string().max(limits.returnPath).optional().meta({
        description: 'path of this service that is opened after the sign-in; any other address is ignored',
      }),
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
      'Creates a user with a role, and mails a link that works once, for 7 days. Someone who was invited and has never signed in can be invited again; earlier links then stop working.',
    // `ownTransaction`: the mail is sent after the transaction, which must not wait for it.
    effect: 'ownTransaction',
    permission: 'users.invite',
    // To invite an admin, the person must have authenticated recently.
    sensitive: 'admins',
    input: z.strictObject({
      email,
      // 30: Author
      role: role.default(30),
      name: personName.optional().meta({ description: 'the invited can change it when they accept' }),
    }),
    output: z.strictObject({
      item: user,
      link: z
        .string()
        .nullable()
        .meta({ description: 'the link to pass on to the person if no mail was sent; else null' }),
      expiresAt: timestamp,
    }),
    rest: { method: 'POST', path: '/auth/invite', status: 201 },
  }),

  acceptOptions: defineOperation({
    name: 'auth.acceptOptions',
    summary: 'Open an invite',
    description:
      'Answers who is invited, and the options to create a passkey. The link can still be used afterwards.',
    // It stores only a challenge for the passkey, which expires.
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
      'Signs the person in, and stores a passkey for later sign-ins if one is sent. Starts a session: the answer sets its cookie.',
    // `ownTransaction`: the challenge is used up and the passkey verified before the transaction.
    effect: 'ownTransaction',
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
