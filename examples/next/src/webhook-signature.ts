import { createHmac, timingSafeEqual } from 'node:crypto'

const tolerance = 5 * 60

/** Whether Octavo has sent this, just now: deliveries are signed as https://www.standardwebhooks.com says. */
export function isSigned(body: string, headers: Headers, secret: string): boolean {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  if (id === null || timestamp === null) return false
  // Whoever has recorded a delivery cannot send it again later.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < tolerance)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // While a secret is replaced, there are two signatures.
  const given = (headers.get('webhook-signature') ?? '').split(' ')
  return given.some((signature) => {
    const [version, text = ''] = signature.split(',')
    const bytes = Buffer.from(text, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
