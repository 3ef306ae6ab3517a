import { z } from 'zod'
import { timestamp } from './shapes.ts'

/** The parts of answers about change-sets. */

export const changeSetStates = ['open', 'submitted', 'approved', 'scheduled', 'applied', 'reverted'] as const
export type ChangeSetState = (typeof changeSetStates)[number]

const namedActor = z.strictObject({ id: z.string(), name: z.string() }).nullable()

const ofItem = {
  collection: z.string(),
  id: z.string(),
  name: z.string().meta({ description: 'collection and slug' }),
  fields: z.array(z.string()),
}

export const changeSetConflict = z
  .strictObject({
    entries: z.array(z.string()).meta({ description: 'ids of the entries that it concerns' }),
    collection: z.string().nullable(),
    id: z.string().nullable().meta({ description: 'of the item' }),
    name: z.string().nullable().meta({ description: 'collection and slug' }),
    fields: z.array(z.string()).meta({ description: 'the fields that others have changed since' }),
    message: z.string(),
  })
  .meta({ id: 'ChangeSetConflict' })
export type ChangeSetConflict = z.output<typeof changeSetConflict>

const summary = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  state: z.enum(changeSetStates),
  createdBy: namedActor,
  createdAt: timestamp,
  updatedAt: timestamp,
  entryCount: z.int(),
  approval: z
    .strictObject({ person: namedActor, at: timestamp })
    .nullable()
    .meta({ description: 'the approval of the current entries; null without one' }),
  applyAt: timestamp.nullable().meta({ description: 'when it is applied; null: by hand' }),
  failure: z
    .strictObject({ at: timestamp, message: z.string() })
    .nullable()
    .meta({ description: 'why it could not be applied at the scheduled time' }),
  appliedAt: timestamp.nullable(),
  appliedBy: namedActor,
  changeId: z.string().nullable().meta({ description: 'id of the change that applied it' }),
  revertOf: z.string().nullable().meta({ description: 'id of the set that it reverts' }),
  revertedBy: z.string().nullable().meta({ description: 'id of the set that reverts it' }),
}

export const changeSet = z.strictObject(summary).meta({ id: 'ChangeSet' })
export type ChangeSet = z.output<typeof changeSet>

export const changeSetDetails = z
  .strictObject({
    ...summary,
    digest: z.string().meta({ description: 'digest of all entries, which changes with them' }),
    entries: z.array(
      z.strictObject({
        id: z.string(),
        operation: z.string().meta({ examples: ['content.update'] }),
        person: namedActor,
        app: namedActor,
        at: timestamp,
        items: z
          .array(z.strictObject(ofItem))
          .meta({ description: 'what it changes; `fields` are those that nobody else may change meanwhile' }),
      }),
    ),
    reviews: z.array(
      z.strictObject({
        person: namedActor,
        at: timestamp,
        decision: z.enum(['submit', 'approve', 'reject', 'comment']),
        comment: z.string().nullable(),
      }),
    ),
    needsApproval: z.boolean().meta({
      description: 'it can be applied only after the approval of an editor who has made none of its entries',
    }),
    conflicts: z.array(changeSetConflict).meta({
      description: 'why it could not be applied now; empty for a set that was applied',
    }),
  })
  .meta({ id: 'ChangeSetDetails' })
export type ChangeSetDetails = z.output<typeof changeSetDetails>
