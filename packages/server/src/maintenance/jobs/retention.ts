import type { SiteSettings } from '@octavo/contract/operations/settings'
import type { Services } from '../../core/context.ts'
import { logFailure } from '../../platform/log.ts'
import { limits } from '@octavo/contract/limits'
import { oldDeliveries } from './retention/deliveries.ts'
import { oldEvents } from './retention/events.ts'
import { oldImports } from './retention/imports.ts'
import { type Pass, runPass } from './retention/pass.ts'
import { oldRevisions } from './retention/revisions.ts'
import { oldTrash } from './retention/trash.ts'
import { unusedWords } from './retention/words.ts'
import { presentSettings } from '../../site/settings/handlers.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

const complaint = 'removing old data failed'

/** Removes what exceeds the site's retention settings. Every process checks, and one at a time removes. */
export function retention(services: Services): Job {
  return { interval: 60_000, complaint, run: (signal) => removeOld(services, signal) }
}

async function removeOld(services: Services, signal: AbortSignal): Promise<void> {
  const now = await services.sharedClock()
  const settings = await presentSettings({ db: services.database.reader })
  for (const pass of passesFor(settings, now)) {
    await runPass(services, pass, { now: now.toISOString(), signal }).catch((error: unknown) =>
      logFailure(services.log, complaint, { error, pass: pass.name }),
    )
  }
}

/**
 * The passes that the settings ask for. Without a setting, events, and calls of after-hooks that wait, are kept for
 * `limits.eventDays`, and everything else for ever. Ended deliveries and unused words have no setting.
 */
function passesFor(settings: SiteSettings, now: Date): Pass[] {
  const { keepRevisions, keepRevisionDays, keepTrashDays, keepImportDays, keepEventDays } = settings
  return [
    ...(keepRevisions === undefined && keepRevisionDays === undefined ? [] : [oldRevisions(settings, now)]),
    ...(keepTrashDays === undefined ? [] : [oldTrash(keepTrashDays, now)]),
    ...(keepImportDays === undefined ? [] : [oldImports(keepImportDays, now)]),
    oldEvents(keepEventDays ?? limits.eventDays, now),
    oldDeliveries(keepEventDays ?? limits.eventDays, now),
    unusedWords(),
  ]
}
