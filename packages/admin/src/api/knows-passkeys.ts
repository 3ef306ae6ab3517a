/** Whether this browser can make and use passkeys. */
export function knowsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}
