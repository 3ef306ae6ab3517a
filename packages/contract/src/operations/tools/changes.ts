import type { McpBinding } from '../../define.ts'

/** How models see who changed content, and take changes back. */
export const changesTools = {
  list: {
    tool: 'changes_list',
    toolset: 'history',
    description:
      'List changes of content, menus, terms, widgets, settings, media and schema, newest first: who (person and app), when, which operation, and of each item or part the values before and after. Your own need role Contributor (20), those of others role Editor (40). Filter by item to see its history, by type to see one kind.',
    readOnly: true,
    takes: ['collection', 'item', 'type', 'userId', 'clientId', 'since', 'until', 'limit', 'cursor'],
    list: 'items',
  },
  undo: {
    tool: 'changes_undo',
    toolset: 'history',
    description:
      'Undo one change: every value that it replaced comes back, and what it published or deleted is as before. The change is the changeId of a write, or an id of changes_list. All or nothing: where somebody edited the same fields since, the error names them and nothing changes. Undoing is a change too, and can be undone.',
    destructive: true,
    takes: ['id'],
    described: { id: 'changeId of a write, or id of changes_list' },
  },
} as const satisfies Record<string, McpBinding>
