import { Readable } from 'node:stream'
import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { serviceCaller } from '@octavo/server/core/caller'
import type { Services } from '@octavo/server/core/context'
import { Encoded } from '@octavo/server/platform/encoded'
import { invoke } from '@octavo/server/core/invoke'
import { timeText } from '@octavo/server/platform/time-text'

/** The site that the demo is made on. */
export interface Site {
  readonly services: Services
  /** throws when another process has taken over */
  requireLease(): void
}

type Answer<Asked extends Operation> = z.output<Asked['output']>

/** Calls an operation as the service itself; with `at`, as if it were that time. */
export async function ask<Asked extends Operation>(
  { services, requireLease }: Site,
  operation: Asked,
  input: z.input<Asked['input']>,
  at?: Date,
): Promise<Answer<Asked>> {
  requireLease()
  const now = at && { now: timeText(at) }
  return answerOf<Asked>(await invoke(services, { operation, caller: serviceCaller('cli'), input, ...now }))
}

function answerOf<Asked extends Operation>(answer: unknown): Answer<Asked> {
  const plain: unknown = answer instanceof Encoded ? JSON.parse(answer.data.toString()) : answer
  return plain as Answer<Asked>
}

export interface NewFile {
  readonly filename: string
  readonly mimeType: string
  readonly bytes: Buffer
  readonly texts: { readonly alt?: string; readonly caption?: string }
}

export type MediaItem = Answer<typeof operations.media.create>['item']

/** Uploads a file, as if it were the time `at`. */
export async function upload(
  { services, requireLease }: Site,
  { filename, mimeType, bytes, texts }: NewFile,
  at: Date,
): Promise<MediaItem> {
  requireLease()
  const arrived = await services.incoming.receive(Readable.from([bytes]))
  try {
    const { item } = answerOf<typeof operations.media.create>(
      await invoke(services, {
        operation: operations.media.create,
        caller: serviceCaller('cli'),
        // The operation requires a storage key, and ignores it for an upload: the bytes decide where they are stored.
        input: { filename, mimeType, storageKey: 'new', ...texts },
        upload: { ...arrived, filename, mimeType },
        now: timeText(at),
      }),
    )
    return item
  } finally {
    await services.incoming.discard(arrived)
  }
}

/** All items of an operation that returns pages. */
export async function allPages<Item>(
  page: (cursor: { cursor?: string }) => Promise<{ items: Item[]; nextCursor?: string | undefined }>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: { cursor?: string } | null = {}
  while (cursor !== null) {
    const { items, nextCursor }: { items: Item[]; nextCursor?: string | undefined } = await page(cursor)
    all.push(...items)
    cursor = nextCursor === undefined ? null : { cursor: nextCursor }
  }
  return all
}
