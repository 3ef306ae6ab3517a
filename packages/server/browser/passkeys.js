// @ts-check
import './webauthn.js'
import { ApiFailure } from './api.js'
import { textOf } from './texts.js'

/** The library comes as one file that leaves itself here. @type {typeof import('@simplewebauthn/browser')} */
const webauthn = Reflect.get(globalThis, 'SimpleWebAuthnBrowser')

/** @typedef {Parameters<typeof webauthn.startRegistration>[0]['optionsJSON']} CreationOptions */
/** @typedef {Parameters<typeof webauthn.startAuthentication>[0]['optionsJSON']} RequestOptions */

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => webauthn.browserSupportsWebAuthn()

/** Whether it offers them where an e-mail address is typed. */
export const fillsInPasskeys = () => webauthn.browserSupportsWebAuthnAutofill()

/** Makes a passkey; gives what the service verifies. @param {CreationOptions} options */
export const createPasskey = (options) => webauthn.startRegistration({ optionsJSON: options })

/** Signs with a passkey; one that waits for autofill ends when another begins. @param {RequestOptions} options */
export const usePasskey = (options, { waitsForAutofill = false } = {}) =>
  webauthn.startAuthentication({ optionsJSON: options, useBrowserAutofill: waitsForAutofill })

/** What failures of passkeys mean to people; what is not listed is the device's own trouble. @type {Record<string, string>} */
const meanings = {
  NotAllowedError: 'cancelled',
  ERROR_INVALID_DOMAIN: 'wrongOrigin',
  ERROR_INVALID_RP_ID: 'wrongOrigin',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyRegistered',
}

/** What to say about a failure; null when another request took the place of this one. @param {unknown} error */
export function sayFailure(error) {
  if (error instanceof ApiFailure) return error.message
  const { code, name, cause } = /** @type {{ code?: string, name?: string, cause?: Error }} */ (error)
  if (code === 'ERROR_CEREMONY_ABORTED') return null
  const known = [code, name, cause?.name].find((text) => text !== undefined && Object.hasOwn(meanings, text))
  return textOf(known === undefined ? 'passkeyFailed' : (meanings[known] ?? ''))
}
