import type { DeliveryFailure } from '@octavo/contract/operations/webhooks'
import { limits } from '@octavo/contract/limits'
import type { Services } from '../../core/context.ts'
import { FetchRefusal } from '../../platform/outbound/refusal.ts'
import { permittedBy } from './receivers.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { signedHeaders } from './signature.ts'
import { storedText } from './stored-text.ts'
import type { WebhookRow } from './store.ts'

/** The stored outcome of an attempt. */
export interface Outcome {
  readonly tried_at: string
  /** milliseconds */
  readonly duration: number
  /** of the HTTP response; null without one */
  readonly status: number | null
  /** null for a success; `hookFailed` and `hookExpired` are failures of after-hooks of plugins */
  readonly failure: DeliveryFailure | 'hookFailed' | 'hookExpired' | null
  readonly answer: string | null
}

interface Attempt {
  readonly webhook: WebhookRow
  readonly delivery: Pick<DeliveryRow, 'id' | 'body'>
  /** when it is sent; the signature contains it */
  readonly time: Date
  readonly signal: AbortSignal
}

/** Sends a delivery to its receiver, once. */
export async function attemptDelivery(
  services: Pick<Services, 'config' | 'outbound' | 'secretBox'>,
  attempt: Attempt,
): Promise<Outcome> {
  const startedAt = performance.now()
  const result = await send(services, attempt)
  return {
    tried_at: attempt.time.toISOString(),
    duration: Math.round(performance.now() - startedAt),
    status: null,
    answer: null,
    ...result,
  }
}

type Result = Pick<Outcome, 'failure'> & Partial<Pick<Outcome, 'status' | 'answer'>>

async function send(
  { config, outbound, secretBox }: Pick<Services, 'config' | 'outbound' | 'secretBox'>,
  { webhook, delivery, time, signal }: Attempt,
): Promise<Result> {
  const secrets = await secretsOf(secretBox, webhook, time)
  if (secrets === null) return { failure: 'secretUnreadable' }
  const { id, body } = delivery
  try {
    const { status, body: bytes } = await outbound.post(webhook.url, {
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, time, body }, secrets) },
      body,
      // The limit is in characters, which have up to four bytes.
      maxBytes: limits.webhookAnswer * 4,
      timeout: limits.webhooks.attemptTime,
      signal,
      // the exceptions that the operator permits for this address
      ...permittedBy(config, webhook.url),
    })
    const isAccepted = status >= 200 && status < 300
    return { failure: isAccepted ? null : 'status', status, answer: storedText(bytes.toString('utf8')) }
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    return { failure: failureOf(error) }
  }
}

/** The secrets to sign with: the current one and, for a time, the former. Null if this process cannot decrypt them. */
async function secretsOf(
  box: Services['secretBox'],
  { id, secret, former_secret, former_until }: WebhookRow,
  time: Date,
): Promise<string[] | null> {
  const current = await box.decrypt(secret, id)
  if (current === null) return null
  const isFormerValid = former_secret !== null && former_until !== null && former_until > time.toISOString()
  const former = isFormerValid ? await box.decrypt(former_secret, id) : null
  return former === null ? [current] : [current, former]
}

function failureOf({ code }: FetchRefusal): DeliveryFailure {
  if (code === 'BLOCKED_ADDRESS') return 'addressRefused'
  return code === 'TOO_SLOW' ? 'tooSlow' : 'unreachable'
}
