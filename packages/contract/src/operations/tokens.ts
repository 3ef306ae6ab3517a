import { z } from 'zod'
import { scopes } from '../access.ts'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import {
  canDelete,
  canPublish,
  changeSetsOnly,
  confirmDestructive,
  chosen,
  collectionLimit,
  localeLimit,
} from './right-shapes.ts'
import { credentialName, listOf, success, timestamp } from './shapes.ts'
import { email } from './users.ts'

const scopeNames = Object.keys(scopes) as [keyof typeof scopes]

const view = z.enum(['latest', 'live']).meta({
  description: '`live`: the token reads only live content, even if the role of its owner may read drafts',
})

/** A token as lists show it. `expiresAt` is null if it never expires, `lastUsedAt` if it was never used. */
const token = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'the beginning of the token, to recognize it' }),
    scopes: z.array(z.string()),
    view,
    collections: collectionLimit,
    locales: localeLimit,
    canPublish,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: 'updated at most twice a minute' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Token' })

const tokenSettings = {
  name: credentialName,
  scopes: z.array(z.enum(scopeNames)).min(1),
  view: view.default('latest'),
  collections: chosen(collectionLimit),
  locales: chosen(localeLimit),
  canPublish: canPublish.default(true),
  canDelete: canDelete.default(true),
  changeSetsOnly: changeSetsOnly.default(false),
  confirmDestructive: confirmDestructive.default(false),
  expiresAt: instant.nullable().default(null),
}

const secret = z.string().meta({ description: 'shown only once; only its hash is stored' })
const removedScopes = z.array(z.string())

/**
 * Personal access tokens, and those of sites. `sensitive`: the person must have authenticated recently. `create` has no
 * REST route: only the command line calls it.
 */
export const tokens = {
  list: defineOperation({
    name: 'tokens.list',
    summary: 'List your access tokens',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: listOf(token),
    rest: { method: 'GET', path: '/admin/api-tokens' },
  }),

  createOwn: defineOperation({
    name: 'tokens.createOwn',
    summary: 'Create an access token',
    description:
      'It acts as the user who creates it. Scopes that their role does not allow are left out, and `removedScopes` names them.',
    effect: 'write',
    permission: 'account.manage',
    sensitive: 'always',
    input: z.strictObject(tokenSettings),
    output: z.strictObject({ token: secret, item: token, removedScopes }),
    rest: { method: 'POST', path: '/admin/api-tokens', status: 201 },
  }),

  revoke: defineOperation({
    name: 'tokens.revoke',
    summary: 'Revoke one of your access tokens',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/admin/api-tokens/:id' },
  }),

  create: defineOperation({
    name: 'tokens.create',
    summary: 'Create a personal access token for a user',
    description:
      'Scopes that the role of the user does not allow are left out, and `removedScopes` names them.',
    effect: 'write',
    permission: 'users.manage',
    input: z.strictObject({ email: email.meta({ description: 'the owner of the token' }), ...tokenSettings }),
    output: z.strictObject({ token: secret, scopes: z.array(z.string()), removedScopes }),
  }),

  createForSite: defineOperation({
    name: 'tokens.createForSite',
    summary: 'Create a token for a site, which belongs to no person',
    description:
      'It reads published content and the media that this content uses, with the role Subscriber. It stays valid when people leave.',
    effect: 'write',
    permission: 'siteTokens.manage',
    sensitive: 'always',
    input: z.strictObject({
      name: tokenSettings.name,
      collections: tokenSettings.collections,
      locales: tokenSettings.locales,
      expiresAt: tokenSettings.expiresAt,
    }),
    output: z.strictObject({ token: secret, item: token }),
    rest: { method: 'POST', path: '/admin/site-tokens', status: 201 },
  }),

  listOfSite: defineOperation({
    name: 'tokens.listOfSite',
    summary: 'List the tokens for sites',
    effect: 'read',
    permission: 'siteTokens.manage',
    input: z.strictObject({}),
    output: listOf(token),
    rest: { method: 'GET', path: '/admin/site-tokens' },
  }),

  revokeOfSite: defineOperation({
    name: 'tokens.revokeOfSite',
    summary: 'Revoke a token for a site',
    effect: 'write',
    permission: 'siteTokens.manage',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/admin/site-tokens/:id' },
  }),
} as const
