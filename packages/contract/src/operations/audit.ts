import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { cursor, pageOf, pageSize, timestamp } from './shapes.ts'

/** The interfaces through which a change can come. */
export const callInterfaces = ['rest', 'mcp', 'cli', 'job'] as const
export type CallInterface = (typeof callInterfaces)[number]

const facts = z.record(z.string(), z.unknown()).nullable()

/** One change. The ids of a token, session, app or target are null if there was none. */
export const auditEntry = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    action: z.string().meta({ description: 'the operation that changed it, such as `content.publish`' }),
    userId: z.string().nullable().meta({
      description: 'null: no signed-in person, or the service itself (the interfaces `cli` and `job`)',
    }),
    tokenId: z.string().nullable(),
    sessionId: z.string().nullable(),
    clientId: z.string().nullable().meta({ description: 'the app that holds the token' }),
    interface: z.enum(callInterfaces),
    targetType: z.string().meta({ description: 'what was changed, such as `content`, `field` or `user`' }),
    targetId: z.string().nullable(),
    targetName: z
      .string()
      .nullable()
      .meta({ description: 'its name at that time, such as `posts/hello-world`' }),
    before: facts.meta({
      description:
        'The changed properties before the change; null if it was created. A long value is `{"$cut": "how it begins", "length": 4321}`.',
    }),
    after: facts.meta({ description: 'The changed properties after the change; null if it was deleted.' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

const filterValue = z.string().min(1).max(limits.label).optional()

export const audit = {
  list: defineOperation({
    name: 'audit.list',
    summary: 'List the entries of the audit log, newest first',
    description:
      'Every change of content, schema, users, rights, tokens and of the rest of the site adds an entry, in the transaction of the change. Entries never contain secrets. Answers pages as JSON, or all entries as NDJSON.',
    effect: 'read',
    permission: 'audit.read',
    input: z.strictObject({
      userId: filterValue,
      tokenId: filterValue,
      sessionId: filterValue,
      clientId: filterValue,
      action: filterValue.meta({ description: 'name of an operation, such as `content.publish`' }),
      targetType: filterValue,
      targetId: filterValue,
      interface: z.enum(callInterfaces).optional(),
      from: instant.optional().meta({ description: 'at this time or later' }),
      to: instant.optional().meta({ description: 'before this time' }),
      format: z.enum(['json', 'ndjson']).default('json').meta({
        description:
          '`ndjson`: all matching entries, one JSON object per line; the same as `Accept: application/x-ndjson`',
      }),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(auditEntry),
    rest: {
      method: 'GET',
      path: '/admin/audit',
      alternatives: { 'application/x-ndjson': { format: 'ndjson' } },
    },
  }),
} as const
