import type { Services } from '../../core/context.ts'
import { brokenAt } from '../../platform/errors.ts'
import type { Permitted } from '../../platform/outbound/outbound.ts'
import { FetchRefusal } from '../../platform/outbound/refusal.ts'

/** The exceptions that the operator permits for an address of a webhook. */
export function permittedBy({ webhookOrigins }: Services['config'], url: string): Permitted {
  return { trustedOrigins: webhookOrigins, allowsHttp: webhookOrigins.includes(new URL(url).origin) }
}

/** Refuses an address that cannot be used. Its host name is resolved and checked before every attempt. */
export function checkReceiver(
  { config, outbound }: Pick<Services, 'config' | 'outbound'>,
  url: string,
): void {
  try {
    outbound.check(url, permittedBy(config, url))
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    throw brokenAt('url', 'publicAddress', { setting: 'OCTAVO_WEBHOOK_ORIGINS' })
  }
}
