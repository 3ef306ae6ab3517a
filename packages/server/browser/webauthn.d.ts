/** The library's own bundle, which the service adds to these files; it leaves its functions here. */
declare const SimpleWebAuthnBrowser: typeof import('@simplewebauthn/browser')
