import { hint } from '@octavo/contract/nearest'
import { limits } from '@octavo/contract/limits'
import type { PauseReason } from '@octavo/contract/operations/webhooks'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { knownCollections } from '../../core/model/known-collections.ts'
import { readBounds } from '../events/bounds.ts'
import { addReader, removeReader } from '../events/log.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { invalid, invalidAt, notFound, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { attemptDelivery } from './attempt.ts'
import { auditCall, auditWebhook } from './auditing.ts'
import {
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listDeliveries,
  startAgain,
  updateDelivery,
} from './delivery-store.ts'
import { readerName } from './enqueue.ts'
import { newDelivery, testMessage } from './messages.ts'
import { listText, presentDelivery, presentWebhook } from './present.ts'
import { checkReceiver } from './receivers.ts'
import { newSigningSecret, rotationTime } from './signature.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

export const webhookHandlers: HandlersOf<'webhooks'> = {
  list: async (context) => ({ items: (await listWebhooks(context)).map(presentWebhook) }),

  get: async (context, { id }) => ({ item: presentWebhook(found(await findWebhook(context, id), id)) }),

  create: async (context, { url, types, collections, locales, description }) => {
    checkInput(context, { url, collections, locales })
    if ((await countWebhooks(context)) >= limits.webhooks.count)
      throw refusal('CONFLICT', 'tooManyWebhooks', { most: limits.webhooks.count })
    const { db, services, now } = context
    const { dialect } = services.database
    const id = newId()
    const secret = newSigningSecret()
    const row: WebhookRow = {
      id,
      url,
      types: listText(types),
      collections: listText(collections),
      locales: listText(locales),
      description,
      secret: await services.secretBox.encrypt(secret, id),
      former_secret: null,
      former_until: null,
      pause_reason: null,
      failing_since: null,
      last_number: 0,
      plugin_id: null,
      created_at: now,
      updated_at: now,
    }
    await insertWebhook(context, row)
    // A new webhook gets only events from now on.
    const { end } = await readBounds(db, dialect)
    await addReader(db, dialect, { name: readerName(id), position: end })
    auditWebhook(context, { before: null, after: row })
    return { item: presentWebhook(row), secret }
  },

  update: async (context, { id, ...input }) => {
    const before = found(await lockedWebhook(context, id), id)
    // An unchanged address is not checked: it may be older than a rule or a setting that would refuse it.
    checkInput(context, { ...input, url: input.url === before.url ? undefined : input.url })
    const changes = changesOf(input, before)
    const after = { ...before, ...changes, updated_at: context.now }
    await updateWebhook(context, id, { ...changes, updated_at: context.now })
    const isStarted = before.pause_reason !== null && after.pause_reason === null
    const isElsewhere = after.url !== before.url
    // The former failures say nothing about a webhook that was started again or has another address, so its deliveries
    // need not wait for their next attempts.
    if (isStarted || isElsewhere)
      await startAgain(context, { webhookId: id, now: timeText(await sharedTime(context)) })
    auditWebhook(context, { before, after })
    ringAfterCommit(context)
    return { item: presentWebhook(after) }
  },

  delete: async (context, { id }) => {
    const before = found(await lockedWebhook(context, id), id)
    await deleteWebhook(context, id)
    await removeReader(context.db, readerName(id))
    auditWebhook(context, { before, after: null })
    return { success: true }
  },

  rotateSecret: async (context, { id }) => {
    const before = found(await lockedWebhook(context, id), id)
    const secret = newSigningSecret()
    const isReadable = (await context.services.secretBox.decrypt(before.secret, id)) !== null
    // A former secret that cannot be decrypted any more could not sign either, so it is dropped.
    const changes = {
      secret: await context.services.secretBox.encrypt(secret, id),
      former_secret: isReadable ? before.secret : null,
      former_until: timeText(new Date((await sharedTime(context)).getTime() + rotationTime)),
      updated_at: context.now,
    }
    await updateWebhook(context, id, changes)
    auditCall(context, before, { hasNewSecret: true })
    return { item: presentWebhook({ ...before, ...changes }), secret }
  },

  test: async (context, { id }) => {
    const { services } = context
    const webhook = found(await findWebhook(context, id), id)
    const time = await sharedTime(context)
    const now = timeText(time)
    // The number is assigned below, when the webhook is locked.
    const about = { webhookId: id, number: 0, now, tryAt: null }
    const delivery = newDelivery(testMessage(id, now), about)
    // The attempt has its own limit of time.
    const signal = new AbortController().signal
    // The request is sent before the transaction begins, so that no lock is held meanwhile.
    const outcome = await attemptDelivery(services, { webhook, delivery, time, signal })
    return context.transaction(async (write) => {
      const { last_number } = found(await lockedWebhook(write, id), id)
      const state = outcome.failure === null ? 'delivered' : 'failed'
      const row: DeliveryRow = { ...delivery, ...outcome, number: last_number + 1, state, attempts: 1 }
      await insertDeliveries(write.db, [{ ...row, ended_at: now }])
      await updateWebhook(write, id, { last_number: last_number + 1 })
      auditCall(write, webhook, { delivery: row.id, state })
      return { item: presentDelivery(row) }
    })
  },

  deliveries: async (context, { id, limit, cursor }) => {
    found(await findWebhook(context, id), id)
    const list = `webhooks.deliveries ${id}`
    const key = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(list, cursor).key
    if (typeof key !== 'number' || !Number.isSafeInteger(key))
      throw invalidAt('cursor', 'is not a cursor of this service')
    const rows = await listDeliveries(context, { webhookId: id, before: key, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(presentDelivery),
      ...(last !== undefined && { nextCursor: encodeCursor(list, { key: last.number, id: last.id }) }),
    }
  },

  redeliver: async (context, { id, deliveryId }) => {
    const webhook = found(await lockedWebhook(context, id), id)
    const before = await findDelivery(context, { webhookId: id, id: deliveryId })
    if (before === undefined) throw notFound(`The delivery "${deliveryId.slice(0, 100)}"`)
    if (webhook.pause_reason !== null) throw refusal('CONFLICT', 'webhookPaused', {})
    const now = timeText(await sharedTime(context))
    const changes = changesToSend(before, now)
    if (changes !== null) await updateDelivery(context, deliveryId, changes)
    auditCall(context, webhook, { delivery: deliveryId })
    ringAfterCommit(context)
    return { item: presentDelivery({ ...before, ...changes }) }
  },
}

/** A webhook, locked; undefined if it does not exist, or if the id is that of the queue of a plugin. */
async function lockedWebhook(context: WriteContext, id: string): Promise<WebhookRow | undefined> {
  const row = await lockWebhook(context, id)
  return row?.plugin_id === null ? row : undefined
}

function found(row: WebhookRow | undefined, id: string): WebhookRow {
  if (row === undefined) throw notFound(`The webhook "${id.slice(0, 100)}"`)
  return row
}

interface Checked {
  readonly url?: string | undefined
  readonly collections?: readonly string[] | null | undefined
  readonly locales?: readonly string[] | null | undefined
}

function checkInput(context: WriteContext, { url, collections, locales }: Checked): void {
  const { config } = context.services
  if (url !== undefined) checkReceiver(context.services, url)
  if (collections !== undefined && collections !== null) knownCollections(context, collections)
  const issues = (locales ?? []).flatMap((locale, index) =>
    config.locales.includes(locale)
      ? []
      : [
          {
            path: `locales.${index}`,
            message: `there is no locale "${locale}"${hint(locale, config.locales)}`,
          },
        ],
  )
  if (issues.length > 0) throw invalid(issues)
}

interface Update extends Checked {
  readonly types?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly isPaused?: boolean | undefined
}

function changesOf(
  { url, types, collections, locales, description, isPaused }: Update,
  before: WebhookRow,
): Partial<WebhookRow> {
  const user: PauseReason = 'user'
  return {
    ...(url !== undefined && { url }),
    ...(url !== undefined && url !== before.url && { failing_since: null }),
    ...(types !== undefined && { types: listText(types) }),
    ...(collections !== undefined && { collections: listText(collections) }),
    ...(locales !== undefined && { locales: listText(locales) }),
    ...(description !== undefined && { description }),
    // A webhook that the service has paused keeps its reason.
    ...(isPaused === true && { pause_reason: before.pause_reason ?? user }),
    ...(isPaused === false && { pause_reason: null, failing_since: null }),
  }
}

/**
 * The changes that make a delivery due now. A delivery that has ended gets its own lane, so that it neither waits for
 * others nor delays them. Null for one that is being sent. Throws CONFLICT for one that waits for an earlier one of its
 * lane.
 */
function changesToSend(row: DeliveryRow, now: string): Partial<DeliveryRow> | null {
  const due = { try_at: now, try_set_at: now, attempts: 0 }
  if (row.state !== 'pending') return { ...due, state: 'pending', lane: row.id, ended_at: null }
  if (row.try_at === null) throw refusal('CONFLICT', 'deliveryWaits', {})
  return row.lease === null ? due : null
}

/** The time of the clock that all processes share: they compare the times of deliveries and former secrets with it. */
function sharedTime({ services, db }: ReadContext): Promise<Date> {
  return services.sharedClock(db)
}

function ringAfterCommit({ afterCommit, services }: WriteContext): void {
  afterCommit(() => services.webhookSignal.ring())
}
