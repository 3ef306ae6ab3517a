import { limits } from '@octavo/contract/limits'
import type { ReadContext, Services } from '../../core/context.ts'
import { timeText } from '../../platform/time-text.ts'
import { removeBefore } from './presence-store.ts'

/** The current time, and the time before which reports have expired, by the clock that all processes share. */
export async function presenceTimes({
  services,
  db,
}: Pick<ReadContext, 'services' | 'db'>): Promise<{ now: string; since: string }> {
  const time = await services.sharedClock(db)
  return { now: timeText(time), since: secondsBefore(time, limits.presence.seconds) }
}

/** The time that many seconds before another one, in the stored form. */
export function secondsBefore(time: Date, seconds: number): string {
  return timeText(new Date(time.getTime() - seconds * 1000))
}

/** Removes expired reports. */
export async function removeExpiredPresence(services: Services): Promise<void> {
  await removeBefore(services, (await presenceTimes({ services, db: services.database.reader })).since)
}
