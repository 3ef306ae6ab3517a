import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { ruleParams, timestamp } from './shapes.ts'

const schedule = z
  .strictObject({
    everyHours: z.int(),
    keep: z.int().meta({ description: 'number of archives that are kept' }),
    begunAt: timestamp.nullable().meta({ description: 'when the last attempt began' }),
    doneAt: timestamp.nullable().meta({ description: 'when an archive was last complete' }),
    archive: z.string().nullable().meta({ description: 'the name of the last archive' }),
    size: z.int().nullable().meta({ description: 'bytes of the last archive' }),
    failedAt: timestamp.nullable().meta({ description: 'when the last attempt failed; null if it has not' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'why it failed, or what is wrong with the last archive' }),
    because: z
      .strictObject({ reason: z.string(), params: ruleParams })
      .nullable()
      .meta({ description: 'the name and parameters of the reason in `failure`; null if it has none' }),
    failures: z.int().meta({ description: 'attempts that failed since the last archive' }),
    isLate: z.boolean().meta({ description: 'there was no backup for more than two intervals' }),
  })
  .meta({ id: 'BackupSchedule' })

const item = z.strictObject({
  item: z
    .strictObject({
      isPaused: z.boolean().meta({
        description: 'the site was restored: scheduled publishing, webhooks and scheduled backups are paused',
      }),
      schedule: schedule.nullable().meta({ description: 'null: no scheduled backups are set' }),
    })
    .meta({ id: 'BackupState' }),
})
export type BackupState = z.output<typeof item>['item']

export const backup = {
  get: defineOperation({
    name: 'backup.get',
    summary: 'Get the state of scheduled backups, and whether schedules are paused after a restore',
    effect: 'read',
    permission: 'backup.manage',
    input: z.strictObject({}),
    output: item,
    rest: { method: 'GET', path: '/admin/backup' },
  }),

  resume: defineOperation({
    name: 'backup.resume',
    summary: 'Resume schedules, webhooks and scheduled backups after a restore',
    description:
      'Everything that was due meanwhile is published and sent at once. Do this only if the original site is no longer running. Does nothing if nothing is paused.',
    effect: 'write',
    permission: 'backup.manage',
    input: z.strictObject({}),
    output: item,
    rest: { method: 'POST', path: '/admin/backup/resume' },
  }),
} as const
