import type { McpBinding } from '../../define.ts'

const toolset = 'changes'
const described = { name: 'what people call it', description: 'what it is for' }
const comment = 'for the people who review it'

/** How models prepare changes that people look at before they go live. */
export const changeSetTools = {
  list: {
    tool: 'change_set_list',
    toolset,
    description: 'List change-sets, newest first: name, state, number of entries, approval, when applied.',
    readOnly: true,
    takes: ['state', 'limit', 'cursor'],
    list: 'items',
    described: { state: 'only these' },
  },
  create: {
    tool: 'change_set_create',
    toolset,
    description:
      'Make a change-set. Then call content tools with changeSet: each write becomes an entry and changes nothing on the site, each read shows the content as the set would make it. New items can be referred to by their ids in later entries. A person applies the set at once.',
    takes: ['name', 'description'],
    described,
  },
  get: {
    tool: 'change_set_get',
    toolset,
    description:
      'Get a change-set: entries, reviews, and conflicts with what others have changed since, which keep it from being applied.',
    readOnly: true,
    takes: ['id'],
  },
  update: {
    tool: 'change_set_update',
    toolset,
    description: 'Rename a change-set, or take entries out of it by their ids.',
    idempotent: true,
    takes: ['id', 'name', 'description', 'removeEntries'],
    described,
  },
  delete: {
    tool: 'change_set_delete',
    toolset,
    description: 'Delete a change-set with its entries. What it has applied stays.',
    destructive: true,
    takes: ['id'],
  },
  diff: {
    tool: 'change_set_diff',
    toolset,
    description: 'Show what a change-set would change of each item, before and after, and its conflicts.',
    readOnly: true,
    takes: ['id'],
  },
  submit: {
    tool: 'change_set_submit',
    toolset,
    description: 'Ask people to review a change-set.',
    takes: ['id', 'comment'],
    described: { comment },
  },
  review: {
    tool: 'change_set_review',
    toolset,
    description:
      'Approve or reject a change-set, or comment on it. Editors only. An approval is void when an entry changes. Give the digest of what was read.',
    takes: ['id', 'decision', 'comment', 'digest'],
    described: { decision: 'comment leaves the state as it is', comment },
  },
  schedule: {
    tool: 'change_set_schedule',
    toolset,
    description: 'Have a change-set applied at a future time.',
    destructive: true,
    takes: ['id', 'applyAt', 'digest'],
  },
  unschedule: {
    tool: 'change_set_unschedule',
    toolset,
    description: 'Cancel the time at which a change-set is applied.',
    idempotent: true,
    takes: ['id'],
  },
  apply: {
    tool: 'change_set_apply',
    toolset,
    description:
      'Apply a change-set: all entries in one transaction, or nothing. The error names the items and fields that others have changed, or the entry that is refused. It changes the site: ask the person first.',
    destructive: true,
    takes: ['id', 'digest'],
  },
  revert: {
    tool: 'change_set_revert',
    toolset,
    description:
      'Take back what a change-set has applied. The inverse is a set of its own, which can be reverted too. Where somebody edited the same fields since, the error names them and nothing changes.',
    destructive: true,
    takes: ['id'],
  },
} as const satisfies Record<string, McpBinding>
