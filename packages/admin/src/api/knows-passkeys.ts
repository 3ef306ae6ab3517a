/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}
