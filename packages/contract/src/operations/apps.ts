import { z } from 'zod'
import { scopes } from '../access.ts'
import { defineOperation } from '../define.ts'
import { canDelete, changeSetsOnly, confirmDestructive, collectionLimit } from './right-shapes.ts'
import { cursor, pageOf, pageSize, success, timestamp } from './shapes.ts'

const app = z
  .strictObject({
    id: z.string().meta({ description: 'id of the grant: an app that was authorized twice is listed twice' }),
    clientId: z.string(),
    name: z.string().meta({ description: 'the name that the app gives itself' }),
    uri: z.string().nullable(),
    scopes: z.array(z.enum(Object.keys(scopes) as [keyof typeof scopes])),
    collections: collectionLimit,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.meta({ description: 'when it expires unless the app is used before' }),
    endsAt: timestamp
      .nullable()
      .meta({ description: 'when it expires even if it is used; null: the person set no expiry' }),
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
    summary: 'Revoke the grant of an app',
    description: 'All tokens that the app got by this grant stop working at once.',
    effect: 'write',
    permission: 'account.manage',
    input: z.strictObject({ id: z.string() }),
    output: success,
    rest: { method: 'DELETE', path: '/auth/apps/:id' },
  }),
} as const

export type ConnectedApp = z.infer<typeof app>
