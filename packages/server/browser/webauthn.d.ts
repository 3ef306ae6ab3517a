import type * as library from '@simplewebauthn/browser'

declare global {
  /** The library's own bundle, which the service adds to these files, leaves its functions here. */
  const SimpleWebAuthnBrowser: typeof library
}
