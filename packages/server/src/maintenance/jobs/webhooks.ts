import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'
import { WebhookSender } from '../../changes/webhooks/sender.ts'

/** Sends events to the webhooks. Every process does this; each delivery is claimed by one of them. */
export function webhooks(services: Services): Job {
  const sender = new WebhookSender(services)
  return {
    interval: 500,
    runsAtStart: true,
    complaint: 'sending to webhooks failed',
    severity: 'warn',
    wakeSignal: services.webhookSignal,
    spacing: 20,
    run: (signal) => sender.run(signal),
    atEnd: () => sender.stop(),
  }
}
