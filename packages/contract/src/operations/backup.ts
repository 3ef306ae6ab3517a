import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { ruleParams, timestamp } from './shapes.ts'

const schedule = z
  .strictObject({
    everyHours: z.int(),
    keep: z.int().meta({ description: 'archives that are kept' }),
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
      .meta({ description: '`failure` by the name of its reason; null where it has none' }),
    failures: z.int().meta({ description: 'attempts that failed since the last archive' }),
    isLate: z.boolean().meta({ description: 'there was none for more than two intervals' }),
  })
  .meta({ id: 'BackupSchedule' })

const item = z.strictObject({
  item: z
    .strictObject({
      isPaused: z.boolean().meta({
        description: 'the site was restored: scheduled publishing, webhooks and scheduled backups wait',
      }),
      schedule: schedule.nullable().meta({ description: 'null: no scheduled backups are set' }),
    })
    .meta({ id: 'BackupState' }),
})
export type BackupState = z.output<typeof item>['item']

export const backup = {
  get: defineOperation({
    name: 'backup.get',
    summary: 'Get whether schedules wait after a restore, and the state of scheduled backups',
    effect: 'read',
    permission: 'backup.manage',
    input: z.strictObject({}),
    output: item,
    rest: { method: 'GET', path: '/admin/backup' },
  }),

  resume: defineOperation({
    name: 'backup.resume',
    summary: 'Let schedules, webhooks and scheduled backups act again after a restore',
    description:
      'What was due meanwhile is published and sent at once. Do this only where the original of a copy does not run any more. Does nothing where nothing waits.',
    effect: 'write',
    permission: 'backup.manage',
    input: z.strictObject({}),
    output: item,
    rest: { method: 'POST', path: '/admin/backup/resume' },
  }),
} as const
