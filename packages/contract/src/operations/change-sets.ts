import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { changeSet, changeSetConflict, changeSetDetails, changeSetStates } from './change-set-shapes.ts'
import { previewLink, previewOrigin } from './preview.ts'
import { cursor, pageOf, pageSize, success } from './shapes.ts'
import { changeSetTools } from './tools/change-sets.ts'

const { changeSets: changeSetLimits } = limits

const id = z.string().min(1).max(limits.label).meta({ description: 'id of the change-set' })
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.label)
  .meta({ examples: ['Spring issue'] })
const description = z.string().max(limits.description)
const digest = z.string().max(limits.label).optional().meta({
  description:
    'the `digest` of the set that was read: if the set has changed since, the answer is 409 and nothing is done',
})
const byId = z.strictObject({ id })
const item = z.strictObject({ item: changeSetDetails })

/**
 * `isBesideContent`: a caller who may write content only in change-sets can call it too. `review`, `schedule`,
 * `unschedule`, `apply` and `revert` do not have it: they decide whether and when the changes of a set take effect.
 */
export const changeSets = {
  list: defineOperation({
    name: 'changeSets.list',
    summary: 'List change-sets, the newest first',
    effect: 'read',
    permission: 'changeSets.use',
    input: z.strictObject({
      state: z.enum(changeSetStates).optional(),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(changeSet),
    rest: { method: 'GET', path: '/change-sets' },
    mcp: changeSetTools.list,
  }),

  create: defineOperation({
    name: 'changeSets.create',
    summary: 'Create a change-set',
    description: `Writes of content with \`changeSet\` become its entries, up to ${changeSetLimits.entries}.`,
    effect: 'write',
    isBesideContent: true,
    takesIdempotencyKey: true,
    permission: 'changeSets.use',
    input: z.strictObject({ name, description: description.optional() }),
    output: item,
    rest: { method: 'POST', path: '/change-sets', status: 201 },
    mcp: changeSetTools.create,
  }),

  get: defineOperation({
    name: 'changeSets.get',
    summary: 'Get a change-set with its entries, reviews and conflicts',
    description:
      'Conflicts are found anew for each call, so edits, deletions and schema changes by others show at once.',
    effect: 'read',
    permission: 'changeSets.use',
    input: byId,
    output: item,
    rest: { method: 'GET', path: '/change-sets/:id' },
    mcp: changeSetTools.get,
  }),

  update: defineOperation({
    name: 'changeSets.update',
    summary: 'Rename a change-set, or remove entries from it',
    description:
      'Removing entries of others, and renaming a set of others, needs role 40. Removing an entry voids an approval.',
    effect: 'write',
    isBesideContent: true,
    permission: 'changeSets.use',
    input: z.strictObject({
      id,
      name: name.optional(),
      description: description.nullable().optional(),
      removeEntries: z
        .array(z.string().max(limits.label))
        .max(changeSetLimits.entries)
        .optional()
        .meta({ description: 'ids of entries' }),
    }),
    output: item,
    rest: { method: 'PUT', path: '/change-sets/:id' },
    mcp: changeSetTools.update,
  }),

  delete: defineOperation({
    name: 'changeSets.delete',
    summary: 'Delete a change-set',
    description:
      'Changes that it has applied stay, and can be undone like any change. Deleting a set of others needs role 40.',
    effect: 'write',
    isBesideContent: true,
    permission: 'changeSets.use',
    tokenRight: 'canDelete',
    input: byId,
    output: success,
    rest: { method: 'DELETE', path: '/change-sets/:id' },
    mcp: changeSetTools.delete,
  }),

  diff: defineOperation({
    name: 'changeSets.diff',
    summary: 'Show what a change-set would change, or has changed',
    effect: 'read',
    permission: 'changeSets.use',
    input: byId,
    output: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            collection: z.string(),
            id: z.string(),
            name: z.string().meta({ description: 'collection and slug' }),
            isLive: z.boolean().meta({ description: 'whether visitors would see a difference' }),
            before: z.record(z.string(), z.unknown()).nullable().meta({
              description: 'the current values that would change; null: the item is created',
            }),
            after: z.record(z.string(), z.unknown()).nullable(),
          }),
        )
        .meta({ description: 'one for each item, translations included; long values are truncated' }),
      isComplete: z.boolean(),
      conflicts: z.array(changeSetConflict),
      digest: z.string(),
    }),
    rest: { method: 'GET', path: '/change-sets/:id/diff' },
    mcp: changeSetTools.diff,
  }),

  submit: defineOperation({
    name: 'changeSets.submit',
    summary: 'Submit a change-set for review',
    effect: 'write',
    isBesideContent: true,
    permission: 'changeSets.use',
    input: z.strictObject({ id, comment: description.optional() }),
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/submit' },
    mcp: changeSetTools.submit,
  }),

  review: defineOperation({
    name: 'changeSets.review',
    summary: 'Approve a change-set, reject it, or comment on it',
    description:
      'An approval applies to the current entries: a later edit voids it. If the setting `changeSetApproval` requires approvals, only those of people count who have made none of the entries.',
    effect: 'write',
    permission: 'changeSets.manage',
    input: z.strictObject({
      id,
      decision: z.enum(['approve', 'reject', 'comment']),
      comment: description.optional(),
      digest,
    }),
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/review' },
    mcp: changeSetTools.review,
  }),

  schedule: defineOperation({
    name: 'changeSets.schedule',
    summary: 'Apply a change-set at a future time',
    description:
      'It is applied with the rights that the person, and the one who approved it, have at that time. A set that cannot be applied then is unscheduled, with the reason in `failure`. Entries can be changed only after `unschedule`.',
    effect: 'write',
    permission: 'changeSets.use',
    input: z.strictObject({
      id,
      applyAt: instant.meta({ description: 'in the future' }),
      digest,
    }),
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/schedule' },
    mcp: changeSetTools.schedule,
  }),

  unschedule: defineOperation({
    name: 'changeSets.unschedule',
    summary: 'Unschedule a change-set',
    effect: 'write',
    permission: 'changeSets.use',
    input: byId,
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/unschedule' },
    mcp: changeSetTools.unschedule,
  }),

  apply: defineOperation({
    name: 'changeSets.apply',
    summary: 'Apply a change-set: all of its entries at once, or nothing',
    description:
      'One transaction, with the hooks of plugins and the rights of every entry. Edits by others since then are a conflict only in fields that the set changes: the answer is then 409 with the items and fields.',
    effect: 'write',
    permission: 'changeSets.use',
    input: z.strictObject({ id, digest }),
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/apply' },
    mcp: changeSetTools.apply,
  }),

  createPreviewLink: defineOperation({
    name: 'changeSets.createPreviewLink',
    summary: 'Create a link that shows the site with a change-set applied',
    description:
      'Reads of items, lists, searches, menus, redirects and the site map take the token as `?preview=` or `X-Octavo-Preview`, without any other, and answer what visitors would see. Its limits are those of preview links of items.',
    effect: 'write',
    isBesideContent: true,
    permission: 'changeSets.use',
    input: z.strictObject({ id, origin: previewOrigin }),
    output: z.strictObject({ item: previewLink }),
    rest: { method: 'POST', path: '/change-sets/:id/preview-link', status: 201 },
  }),

  revert: defineOperation({
    name: 'changeSets.revert',
    summary: 'Revert an applied change-set',
    description:
      'Reverts all changes in one transaction, recorded as a new set, which is answered and can be reverted too. If items were edited since, the answer is CONFLICT with the items and fields, and nothing is changed. Needs the rights of the reverse writes.',
    effect: 'write',
    permission: 'changeSets.use',
    input: byId,
    output: item,
    rest: { method: 'POST', path: '/change-sets/:id/revert' },
    mcp: changeSetTools.revert,
  }),
} as const
