import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { eventTypeNames } from '../events.ts'
import { limits } from '../limits.ts'
import { isSafeUrl } from '../url.ts'
import { cursor, listOf, pageOf, pageSize, success, timestamp } from './shapes.ts'
import { description, distinct } from './site-shapes.ts'

/** The reasons for which a webhook is paused: nothing is sent to it until it is started again. */
export const pauseReasons = ['user', 'gone', 'failing', 'secretUnreadable'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * The reasons why an attempt to deliver an event can fail. `status`: the receiver answered with a status other than
 * 2xx; `addressRefused`: the service sends nothing to this address, such as one of a private network;
 * `secretUnreadable`: the secret cannot be decrypted, so the delivery cannot be signed.
 */
export const deliveryFailures = [
  'status',
  'tooSlow',
  'unreachable',
  'addressRefused',
  'secretUnreadable',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** The handlers refuse `http`, except for the origins that the operator allows (`OCTAVO_WEBHOOK_ORIGINS`). */
const url = z
  .string()
  .max(limits.url)
  .refine(
    (text) => isSafeUrl(text) && /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text),
    'must be an address that begins with https://, without a user name or password',
  )

/**
 * A filter of events: a list without repetitions, or null for no filter. `what` is the word for an entry in messages.
 */
const list = <Item extends z.ZodType>(item: Item, most: number, what: string) =>
  z
    .array(item)
    .min(1)
    .max(most)
    .refine((items) => distinct(items, (one) => one), `must not name ${what} twice`)
    .nullable()

const types = list(z.enum(eventTypeNames), eventTypeNames.length, 'a type').meta({
  description: 'types of events; null: all',
})
const collections = list(z.string().max(limits.collectionSlug), limits.eventCollections, 'a collection').meta(
  {
    description:
      'slugs of collections, to receive only events of these and of their items; null: all events, including those of the rest of the site',
  },
)
const locales = list(z.string().max(limits.label), limits.webhooks.locales, 'a locale').meta({
  description: 'locales of items; events without a locale are sent too; null: all',
})

export const webhook = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    types: types.meta({ description: 'types of events that are sent; null: all' }),
    collections,
    locales,
    description: z.string().nullable(),
    isPaused: z.boolean().meta({
      description: 'nothing is sent while the webhook is paused; events of that time are sent later',
    }),
    pauseReason: z.enum(pauseReasons).nullable().meta({
      description:
        'why it is paused: by a user, because the receiver answered 410 (`gone`), because everything failed for a day (`failing`), or because its secret cannot be read with the key of this installation (`secretUnreadable`)',
    }),
    failingSince: timestamp
      .nullable()
      .meta({ description: 'the time since which no attempt was successful' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>

export const delivery = z
  .strictObject({
    id: z.string().meta({ description: 'the header `webhook-id`, equal for every attempt' }),
    type: z.string().meta({
      description: 'the type of its event; `events` if it has several, `webhook.test` for a test',
    }),
    eventCount: z.int(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    createdAt: timestamp,
    triedAt: timestamp.nullable().meta({ description: 'of the last attempt' }),
    nextTryAt: timestamp.nullable().meta({
      description: 'null if it has ended, or waits for an earlier delivery about the same item',
    }),
    duration: z.int().nullable().meta({ description: 'milliseconds of the last attempt' }),
    status: z.int().nullable().meta({ description: 'the HTTP status of the last answer' }),
    failure: z.enum(deliveryFailures).nullable(),
    answer: z.string().nullable().meta({ description: 'the beginning of the body of the last answer' }),
    body: z.string().meta({ description: 'the sent JSON, exactly as it is signed' }),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.output<typeof delivery>

const webhookId = { id: z.string().max(limits.label).meta({ description: 'id of a webhook' }) }
const item = z.strictObject({ item: webhook })
const secret = z.string().meta({ description: 'verifies signatures; begins with `whsec_`; shown only once' })
const itemWithSecret = z.strictObject({ item: webhook, secret })
const deliveryItem = z.strictObject({ item: delivery })

export const webhooks = {
  list: defineOperation({
    name: 'webhooks.list',
    summary: 'List the webhooks',
    effect: 'read',
    permission: 'webhooks.manage',
    input: z.strictObject({}),
    output: listOf(webhook),
    rest: { method: 'GET', path: '/webhooks' },
  }),

  get: defineOperation({
    name: 'webhooks.get',
    summary: 'Get a webhook',
    effect: 'read',
    permission: 'webhooks.manage',
    input: z.strictObject(webhookId),
    output: item,
    rest: { method: 'GET', path: '/webhooks/:id' },
  }),

  create: defineOperation({
    name: 'webhooks.create',
    summary: 'Create a webhook',
    description:
      'All following events are sent to the address, signed according to Standard Webhooks. The secret is only in this answer; it is stored encrypted.',
    effect: 'write',
    permission: 'webhooks.manage',
    input: z.strictObject({
      url,
      types: types.default(null),
      collections: collections.default(null),
      locales: locales.default(null),
      description: description.nullable().default(null),
    }),
    output: itemWithSecret,
    rest: { method: 'POST', path: '/webhooks', status: 201 },
  }),

  update: defineOperation({
    name: 'webhooks.update',
    summary: 'Change, pause or start a webhook; members that are not named stay',
    description:
      '`isPaused` false starts it again, even if the service has paused it: waiting events are sent.',
    effect: 'write',
    permission: 'webhooks.manage',
    input: z.strictObject({
      ...webhookId,
      url: url.optional(),
      types: types.optional(),
      collections: collections.optional(),
      locales: locales.optional(),
      description: description.nullable().optional(),
      isPaused: z.boolean().optional(),
    }),
    output: item,
    rest: { method: 'PUT', path: '/webhooks/:id' },
  }),

  delete: defineOperation({
    name: 'webhooks.delete',
    summary: 'Delete a webhook with its deliveries',
    effect: 'write',
    permission: 'webhooks.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(webhookId),
    output: success,
    rest: { method: 'DELETE', path: '/webhooks/:id' },
  }),

  rotateSecret: defineOperation({
    name: 'webhooks.rotateSecret',
    summary: 'Replace the secret of a webhook',
    description:
      'For a day, deliveries are signed with both secrets, so that the receiver has time to change.',
    effect: 'write',
    permission: 'webhooks.manage',
    input: z.strictObject(webhookId),
    output: itemWithSecret,
    rest: { method: 'POST', path: '/webhooks/:id/rotate-secret' },
  }),

  test: defineOperation({
    name: 'webhooks.test',
    summary: 'Send a test to a webhook',
    description: 'Sends one delivery of the type `webhook.test` at once, and answers its result.',
    // `ownTransaction`: the test is sent before the transaction, which must not wait for the receiver.
    effect: 'ownTransaction',
    permission: 'webhooks.manage',
    input: z.strictObject(webhookId),
    output: deliveryItem,
    rest: { method: 'POST', path: '/webhooks/:id/test' },
  }),

  deliveries: defineOperation({
    name: 'webhooks.deliveries',
    summary: 'List the deliveries of a webhook, the newest first',
    description: 'Deliveries are kept for a week after they have ended.',
    effect: 'read',
    permission: 'webhooks.manage',
    input: z.strictObject({ ...webhookId, limit: pageSize, cursor }),
    output: pageOf(delivery),
    rest: { method: 'GET', path: '/webhooks/:id/deliveries' },
  }),

  redeliver: defineOperation({
    name: 'webhooks.redeliver',
    summary: 'Send a delivery again, now',
    description:
      'It keeps its id and body. One that waits for its next attempt is sent at once. One that has ended is sent without waiting for others, so the receiver may get it after newer ones.',
    effect: 'write',
    permission: 'webhooks.manage',
    input: z.strictObject({ ...webhookId, deliveryId: z.string().max(limits.label) }),
    output: deliveryItem,
    rest: { method: 'POST', path: '/webhooks/:id/deliveries/:deliveryId/redeliver' },
  }),
} as const
