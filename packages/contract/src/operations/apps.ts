import { z } from 'zod'
import { scopes } from '../access.ts'
import { defineOperation } from '../define.ts'
import { canDelete, changeSetsOnly, confirmDestructive, heldCollections } from './right-shapes.ts'
import { cursor, pageOf, pageSize, success, timestamp } from './shapes.ts'

const app = z
  .strictObject({
    id: z.string().meta({ description: 'of the grant: an app that was authorized twice is listed twice' }),
    clientId: z.string(),
    name: z.string().meta({ description: 'what the app calls itself' }),
    uri: z.string().nullable(),
    scopes: z.array(z.enum(Object.keys(scopes) as [keyof typeof scopes])),
    collections: heldCollections,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.meta({ description: 'when it ends unless the app is used before' }),
    endsAt: timestamp
      .nullable()
      .meta({ description: 'when it ends however much it is used; null: the person set no end' }),
  })
  .meta({ id: 'ConnectedApp' })

/** Apps that the caller's user has authorized. */
export const apps = {
  list: defineOperation({
    name: 'apps.list',
    summary: 'List the apps that you have authorized',
    description: 'The newest first.',
    effect: 'read',
    permission: 'account.manage',
    input: z.strictObject({ limit: pageSize, cursor }),
    output: pageOf(app),
    rest: { method: 'GET', path: '/auth/apps' },
  }),

  delete: defineOperation({
    name: 'apps.delete',
    summary: 'End what an app was granted',
    description: 'All tokens of the app that come from this grant end at once.',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string() }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/apps/:id' },
  }),
} as const

export type ConnectedApp = z.infer<typeof app>
