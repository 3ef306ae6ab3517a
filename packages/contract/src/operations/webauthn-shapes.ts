import { z } from 'zod'

/** The JSON forms of WebAuthn, as browsers and their libraries write them. Bytes are base64url. */

/** characters; far more than any authenticator sends, even for attestations with certificates */
const maxBase64Length = 20_000

const bytes = z
  .string()
  .min(1)
  .max(maxBase64Length)
  .regex(/^[\w-]+$/, 'must be base64url')

/** the members around both responses; browsers send the last two, which are not used */
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
  authenticatorAttachment: z.string().max(100).nullable().optional(),
}

/** The result of `navigator.credentials.create`; browsers add members to its response from time to time. */
export const registration = {
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
}

/** The result of `navigator.credentials.get`. */
export const assertion = {
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(maxBase64Length).nullable().optional(),
  }),
}

export const registrationResponse = z.strictObject(registration)
export type RegistrationResponse = z.output<typeof registrationResponse>
const assertionResponse = z.strictObject(assertion)
export type AssertionResponse = z.output<typeof assertionResponse>

/** The input of `navigator.credentials.create`, in the form of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'for `navigator.credentials.create`; valid once, for five minutes' })

/** The input of `navigator.credentials.get`, in the form of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'for `navigator.credentials.get`; valid once, for five minutes' })
