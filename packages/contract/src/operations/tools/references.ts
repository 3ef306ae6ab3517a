import type { McpBinding } from '../../define.ts'

/** How models see what refers to what. */
export const referenceTools = {
  find: {
    tool: 'references_find',
    toolset: 'media',
    description:
      'List what refers to an item, a file or a term, by its id: {items, isComplete}, with content (fields; whether in a draft or the trash alone), sections, widgets and menu items. Look before you delete or unpublish something.',
    readOnly: true,
    takes: ['id'],
  },
  check: {
    tool: 'references_check',
    toolset: 'media',
    description:
      'List the broken references of a collection: {items, checked, nextCursor?}, each with the item and field that refer, the target, and the reason: missing, trashed, or unpublished (readers see the source and not the target). Go on while there is a nextCursor.',
    readOnly: true,
    takes: ['collection', 'cursor'],
  },
} as const satisfies Record<string, McpBinding>
