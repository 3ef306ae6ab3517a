import { createHash } from 'node:crypto'
import type { Webhook } from '@octavo/contract/operations/webhooks'
import { audit, auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { presentWebhook } from './present.ts'
import type { WebhookRow } from './store.ts'

/** Records a change of a webhook. */
export function auditWebhook(
  context: WriteContext,
  { before, after }: { before: WebhookRow | null; after: WebhookRow | null },
): void {
  const row = after ?? before
  auditThing(context, 'webhook', {
    name: row === null ? null : new URL(row.url).origin,
    before: before && recorded(before),
    after: after && recorded(after),
  })
}

/** Records something that was done with a webhook. */
export function auditCall(context: WriteContext, { id, url }: WebhookRow, facts: Facts): void {
  audit(context, {
    targetType: 'webhook',
    targetId: id,
    targetName: new URL(url).origin,
    before: {},
    after: facts,
  })
}

/**
 * The recorded form of a webhook. Many services have a secret in the path of the address, so only its origin is shown.
 * The hash shows whether the rest has changed. `failingSince` is left out, because attempts set it without an entry in
 * the log.
 */
function recorded(row: WebhookRow): Omit<Webhook, 'failingSince'> & { urlHash: string } {
  const { failingSince: _, ...webhook } = presentWebhook(row)
  const urlHash = createHash('sha256').update(row.url).digest('hex').slice(0, 16)
  return { ...webhook, url: new URL(row.url).origin, urlHash }
}
