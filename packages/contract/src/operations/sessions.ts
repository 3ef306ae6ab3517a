import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listOf, success, timestamp } from './shapes.ts'

const session = z
  .strictObject({
    id: z.string(),
    isCurrent: z.boolean().meta({ description: 'whether this request came by it' }),
    address: z.string().meta({ description: 'of the client that signed in' }),
    userAgent: z.string().nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'written down twice a minute' }),
    expiresAt: timestamp.meta({ description: '30 days after the last use' }),
  })
  .meta({ id: 'Session' })

/** Where someone is signed in. */
export const sessions = {
  list: defineOperation({
    name: 'sessions.list',
    summary: 'List own sessions',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: listOf(session),
    rest: { method: 'GET', path: '/auth/sessions' },
  }),

  end: defineOperation({
    name: 'sessions.end',
    summary: 'End an own session',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string().min(1) }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/sessions/:id' },
  }),

  endOthers: defineOperation({
    name: 'sessions.endOthers',
    summary: 'End all other own sessions',
    description: 'Asked by a token, it ends all of them.',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({}),
    output: success,
    rest: { method: 'DELETE', path: '/auth/sessions' },
  }),
} as const
