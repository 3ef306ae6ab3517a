// @ts-check
// oxlint-disable-next-line import/no-unassigned-import -- it is made for pages without modules
import './webauthn.js'
import { ApiFailure } from './api.js'
import { textOf } from './texts.js'

/** @typedef {Parameters<typeof webauthn.startRegistration>[0]['optionsJSON']} CreationOptions */
/** @typedef {Parameters<typeof webauthn.startAuthentication>[0]['optionsJSON']} RequestOptions */

const webauthn = SimpleWebAuthnBrowser

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => webauthn.browserSupportsWebAuthn()

/** Whether it offers them where an e-mail address is typed. */
export const fillsInPasskeys = () => webauthn.browserSupportsWebAuthnAutofill()

/** Makes a passkey; gives what the service verifies. @param {CreationOptions} options */
export const createPasskey = (options) => webauthn.startRegistration({ optionsJSON: options })

/** Signs with a passkey; one that waits for autofill ends when another begins. @param {RequestOptions} options */
export const usePasskey = (options, { waitsForAutofill = false } = {}) =>
  webauthn.startAuthentication({ optionsJSON: options, useBrowserAutofill: waitsForAutofill })

/** What failures of passkeys mean to people; the others are the device's own trouble. @type {Record<string, string>} */
const meanings = {
  NotAllowedError: 'cancelled',
  ERROR_INVALID_DOMAIN: 'wrongOrigin',
  ERROR_INVALID_RP_ID: 'wrongOrigin',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyRegistered',
}

/** Whether a person said no, or nothing for so long that it counts as one. @param {unknown} error */
export function isCancelled(error) {
  return (
    error instanceof Error &&
    [error, error.cause].some((one) => one instanceof DOMException && one.name === 'NotAllowedError')
  )
}

/** What to say about a failure; null when another request took the place of this one. @param {unknown} error */
export function sayFailure(error) {
  if (error instanceof ApiFailure) return error.message
  if (!(error instanceof webauthn.WebAuthnError || error instanceof DOMException)) return textOf('failed')
  const { code, cause } = /** @type {{ code: unknown, cause?: unknown }} */ (error)
  if (code === 'ERROR_CEREMONY_ABORTED') return null
  const names = [code, error.name, cause instanceof Error ? cause.name : undefined]
  const known = names.find((name) => typeof name === 'string' && Object.hasOwn(meanings, name))
  return textOf(meanings[String(known)] ?? 'passkeyFailed')
}
