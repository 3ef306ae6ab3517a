import { z } from 'zod'
import { scopes } from '../access.ts'
import { defineOperation } from '../define.ts'
import { grantTypes } from '../oauth.ts'
import { grantLimits } from './right-shapes.ts'

/**
 * The steps of the OAuth 2.1 server. Its protocol endpoints and pages are their interfaces, so inputs have the names of
 * the RFCs. A refusal of a protocol endpoint is a result, not a failure, because its changes, such as the revocation
 * after a code was used twice, must be committed. `ownTransaction` operations check the request before they open their
 * transaction, because for some apps this fetches a document that describes the app. With `sensitive: 'admins'` the
 * person must have authenticated recently to grant the scope `admin`. `limitedAs` is the name under which requests are
 * counted, for the limit per minute and client address. The endpoints and pages count the requests of the other steps.
 */

const parameter = z.string().min(1).max(4096)

const clientId = parameter.max(1000)

const resources = z.array(parameter).max(20).default([])

const scopeName = z.enum(Object.keys(scopes) as [keyof typeof scopes])

const scopeList = z.array(scopeName)

/** Errors of RFC 6749, 7591, 8628 and 8707. */
const refusal = z.strictObject({ error: z.string(), error_description: z.string() })

/** The properties of an app that the consent page shows. */
const clientSummary = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'the name that the app gives itself' }),
    uri: z.string().nullable(),
    kind: z
      .enum(['builtIn', 'registered', 'document'])
      .meta({ description: '`document`: its id is an address that describes it' }),
  })
  .meta({ id: 'OAuthClient' })

const authorizationRequest = z.strictObject({
  client_id: clientId,
  redirect_uri: parameter.optional(),
  response_type: z.string().max(4096).optional(),
  scope: z.string().max(4096).optional(),
  state: z.string().max(4096).optional(),
  code_challenge: z.string().max(4096).optional(),
  code_challenge_method: z.string().max(4096).optional(),
  resource: resources,
  repeated: z
    .array(z.string())
    .default([])
    .meta({ description: 'parameters that were repeated although they may not be' }),
})

/** A refusal that the page shows. It does not redirect, because it is unknown who owns the given address. */
const pageRefusal = z.strictObject({ outcome: z.literal('refused'), reason: z.string() })

const redirect = z.strictObject({ outcome: z.literal('redirect'), location: z.string() })

const tokens = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
})

const tokenAnswer = z.union([tokens, refusal])

const offeredCollections = z
  .array(z.strictObject({ slug: z.string(), label: z.string() }))
  .meta({ description: 'the limits that the person can set for the app' })

const userCode = z.string().min(1).max(100)

export const oauth = {
  considerAuthorization: defineOperation({
    name: 'oauth.considerAuthorization',
    summary: 'Get the request of an app for authorization, or why it is refused',
    effect: 'read',
    permission: 'public',
    input: authorizationRequest,
    output: z.discriminatedUnion('outcome', [
      pageRefusal,
      redirect,
      z.strictObject({ outcome: z.literal('signIn') }),
      z.strictObject({
        outcome: z.literal('failed'),
        client: clientSummary,
        redirectUri: z.string(),
        reason: z.string(),
        location: z.string().meta({
          description: 'the redirect that tells the app of the refusal, if the person follows it',
        }),
      }),
      z.strictObject({
        outcome: z.literal('consent'),
        client: clientSummary,
        redirectUri: z.string(),
        scopes: scopeList,
        withheldScopes: scopeList.meta({
          description: 'requested scopes that the role of the person does not allow',
        }),
        collections: offeredCollections,
        denial: z.string().meta({ description: 'the redirect after the person has refused' }),
      }),
    ]),
  }),

  approveAuthorization: defineOperation({
    name: 'oauth.approveAuthorization',
    summary: 'Authorize an app',
    effect: 'ownTransaction',
    permission: 'account.manage',
    sensitive: 'admins',
    input: authorizationRequest.extend({ approved: scopeList, ...grantLimits }),
    output: z.discriminatedUnion('outcome', [pageRefusal, redirect]),
  }),

  exchangeCode: defineOperation({
    name: 'oauth.exchangeCode',
    summary: 'Exchange an authorization code for tokens',
    effect: 'write',
    permission: 'public',
    input: z.strictObject({
      client_id: clientId,
      code: parameter,
      redirect_uri: parameter.optional(),
      code_verifier: parameter,
      resource: resources,
    }),
    output: tokenAnswer,
  }),

  refresh: defineOperation({
    name: 'oauth.refresh',
    summary: 'Exchange a refresh token for new tokens',
    effect: 'write',
    permission: 'public',
    input: z.strictObject({
      client_id: clientId,
      refresh_token: parameter,
      scope: z.string().max(4096).optional(),
      resource: resources,
    }),
    output: tokenAnswer,
  }),

  startDevice: defineOperation({
    name: 'oauth.startDevice',
    summary: 'Start the authorization of an app that has no browser',
    effect: 'ownTransaction',
    audit: 'none',
    permission: 'public',
    input: z.strictObject({
      client_id: clientId,
      scope: z.string().max(4096).optional(),
      resource: resources,
    }),
    output: z.union([
      z.strictObject({
        device_code: z.string(),
        user_code: z.string(),
        verification_uri: z.string(),
        verification_uri_complete: z.string(),
        expires_in: z.int(),
        interval: z.int(),
      }),
      refusal,
    ]),
  }),

  considerDevice: defineOperation({
    name: 'oauth.considerDevice',
    summary: 'Get the request of the app that shows a code',
    // The document of the app may be fetched; if it is invalid, the request ends.
    effect: 'ownTransaction',
    audit: 'none',
    permission: 'account.manage',
    input: z.strictObject({ user_code: userCode }),
    output: z.strictObject({
      userCode: z.string().meta({ description: 'the code that the app shows' }),
      client: clientSummary,
      scopes: scopeList,
      withheldScopes: scopeList,
      collections: offeredCollections,
    }),
  }),

  decideDevice: defineOperation({
    name: 'oauth.decideDevice',
    summary: 'Authorize or refuse the app that shows a code',
    description:
      '`scopes` can contain fewer scopes than requested, but no others. Scopes that the role of the person does not allow are left out, and `removedScopes` names them.',
    effect: 'ownTransaction',
    permission: 'account.manage',
    sensitive: 'admins',
    limitedAs: 'device-decision',
    input: z.strictObject({
      user_code: userCode.meta({
        description: 'the code that the app shows; hyphens and case are ignored',
        examples: ['WDJB-MJHT'],
      }),
      action: z.enum(['approve', 'deny']),
      scopes: scopeList.optional(),
      ...grantLimits,
    }),
    output: z.strictObject({
      status: z.enum(['approved', 'denied']),
      client: clientSummary,
      scopes: scopeList,
      removedScopes: scopeList,
    }),
    rest: { method: 'POST', path: '/oauth/device/authorize' },
  }),

  exchangeDevice: defineOperation({
    name: 'oauth.exchangeDevice',
    summary: 'Exchange a device code for tokens',
    effect: 'write',
    permission: 'public',
    input: z.strictObject({ client_id: clientId, device_code: parameter }),
    output: tokenAnswer,
  }),

  register: defineOperation({
    name: 'oauth.register',
    summary: 'Register an app',
    effect: 'ownTransaction',
    permission: 'public',
    // RFC 7591: a server must ignore unknown metadata, so this schema is open.
    input: z.looseObject({}),
    output: z.union([
      z.strictObject({
        client_id: z.string(),
        client_id_issued_at: z.int(),
        client_name: z.string(),
        client_uri: z.string().optional(),
        redirect_uris: z.array(z.string()),
        grant_types: z.array(z.enum(grantTypes)),
        response_types: z.array(z.literal('code')),
        token_endpoint_auth_method: z.literal('none'),
        scope: z.string().optional(),
      }),
      refusal,
    ]),
  }),

  revoke: defineOperation({
    name: 'oauth.revoke',
    summary: 'Revoke a token of an app',
    effect: 'write',
    permission: 'public',
    input: z.strictObject({ token: parameter, client_id: clientId.optional() }),
    output: z.union([z.strictObject({}), refusal]),
  }),
} as const
