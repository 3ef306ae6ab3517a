import { backUpIfDue } from '../backup/scheduled/run.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Makes scheduled backups. Every process checks for due ones, and one at a time makes a backup. */
export function backups(services: Services): Job {
  return {
    interval: 30_000,
    runsAtStart: true,
    complaint: 'a scheduled backup could not be made',
    run: (signal) => backUpIfDue(services, signal),
  }
}
