import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** milliseconds for which the former secret is used beside a new one */
export const rotationTime = 24 * 60 * 60 * 1000

/** A secret of a webhook, in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

interface Message {
  readonly id: string
  /** when it is sent, which receivers check against replays */
  readonly time: Date
  readonly body: string
}

/**
 * The headers that Standard Webhooks (v1) prescribes. With several secrets there is a signature for each, and receivers
 * accept any of them.
 */
export function signedHeaders(
  { id, time, body }: Message,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(time.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(`${id}.${timestamp}.${body}`, secret)}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
