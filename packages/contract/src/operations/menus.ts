import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { previewToken } from './item-inputs.ts'
import { isSafeUrl, safeUrlForms } from '../url.ts'
import { label, listOf, success, timestamp } from './shapes.ts'
import { distinct, name, newLocale, readLocale, writtenLocale } from './site-shapes.ts'
import { menuTools } from './tools/site.ts'

export const menu = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp.meta({ description: 'the last change of the menu or its items' }),
  })
  .meta({ id: 'Menu' })
export type Menu = z.output<typeof menu>

/** An item of a menu; members that it does not have are null. */
export const menuItem = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    label: z.string(),
    url: z.string().nullable().meta({
      description:
        'the current address of its target; null while the caller cannot see the target (a draft, or in the trash)',
    }),
    customUrl: z.string().nullable(),
    referenceCollection: z.string().nullable(),
    referenceId: z.string().nullable(),
    parentId: z.string().nullable(),
    sortOrder: z.int(),
    target: z.string().nullable(),
    titleAttr: z.string().nullable(),
    cssClasses: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'MenuItem' })
export type MenuItem = z.output<typeof menuItem>

const menuWithItems = menu
  .extend({
    items: z.array(menuItem).meta({ description: 'in the order of the menu, each item before its children' }),
  })
  .meta({ id: 'MenuWithItems' })

const menuName = { name: z.string().meta({ description: 'name of a menu', examples: ['main'] }) }
const menuAndItem = { ...menuName, itemId: z.string().meta({ description: 'id of a menu item' }) }
const sortOrder = z.int().min(0).max(1_000_000)
const parentId = z.string().nullable().meta({ description: 'the parent item in this menu' })

const linkTarget = {
  type: z
    .string()
    .max(limits.fieldSlug)
    .regex(/^[a-z][a-z0-9_-]*$/, 'must begin with a-z and hold only a-z, 0-9, _ and -')
    .meta({
      description:
        '`custom` leads to `customUrl`; `collection` to the collection `referenceCollection`; `taxonomy` to the term `referenceId` of the taxonomy `referenceCollection`; any other (`page`, `post`, …) to the item `referenceId` of `referenceCollection`',
    }),
  customUrl: z
    .string()
    .max(limits.url)
    .refine(isSafeUrl, `must be one of ${safeUrlForms}`)
    .nullable()
    .optional(),
  referenceCollection: z.string().nullable().optional(),
  referenceId: z.string().nullable().optional(),
}

const appearance = {
  target: z.enum(['_self', '_blank', '_parent', '_top']).nullable().optional(),
  titleAttr: z.string().max(limits.label).nullable().optional(),
  cssClasses: z
    .string()
    .max(limits.label)
    .regex(/^[\w -]*$/, 'must hold only letters, digits, _, - and blanks')
    .nullable()
    .optional(),
}

const item = z.strictObject({ item: menuItem })

/** An item of a whole menu, without those below it. */
const nodeWithoutChildren = z.strictObject({
  id: z.string().optional().meta({
    description:
      'id of an existing item of the menu, whose unnamed members stay unchanged; absent: a new item',
  }),
  label: label.optional().meta({ description: 'required for a new item' }),
  ...linkTarget,
  type: linkTarget.type.optional().meta({ description: 'required for a new item without `customUrl`' }),
  ...appearance,
})

/** An item of a whole menu, with those below it. */
export interface MenuNode extends z.output<typeof nodeWithoutChildren> {
  children?: MenuNode[] | undefined
}

const node: z.ZodType<MenuNode, MenuNode> = nodeWithoutChildren
  .extend({ children: z.lazy(() => z.array(node).max(limits.menuItems)).optional() })
  .meta({ id: 'MenuNode' })

export const menus = {
  list: defineOperation({
    name: 'menus.list',
    summary: 'List the menus',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ locale: readLocale }),
    output: z.strictObject({
      items: z.array(menu.extend({ itemCount: z.int() }).meta({ id: 'MenuInList' })),
    }),
    rest: { method: 'GET', path: '/menus' },
    mcp: menuTools.list,
  }),

  get: defineOperation({
    name: 'menus.get',
    summary: 'Get a menu with its items',
    description:
      'With `locale`, an item that links to content gets the address of its published translation, if there is one.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...menuName, locale: readLocale, preview: previewToken }),
    output: z.strictObject({ item: menuWithItems }),
    rest: { method: 'GET', path: '/menus/:name' },
    mcp: menuTools.get,
  }),

  create: defineOperation({
    name: 'menus.create',
    summary: 'Create a menu',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'menus.manage',
    input: z.strictObject({ name, label, locale: newLocale }),
    output: z.strictObject({ item: menu }),
    rest: { method: 'POST', path: '/menus', query: ['locale'], status: 201 },
  }),

  update: defineOperation({
    name: 'menus.update',
    summary: 'Change the label of a menu',
    effect: 'write',
    permission: 'menus.manage',
    // The label is null only in a locale other than the default: it removes the translation.
    input: z.strictObject({ ...menuName, label: label.nullable().optional(), locale: writtenLocale }),
    output: z.strictObject({ item: menu }),
    rest: { method: 'PUT', path: '/menus/:name', query: ['locale'] },
  }),

  delete: defineOperation({
    name: 'menus.delete',
    summary: 'Delete a menu with its items',
    description: 'Refused while a widget shows the menu.',
    effect: 'write',
    permission: 'menus.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(menuName),
    output: success,
    rest: { method: 'DELETE', path: '/menus/:name' },
  }),

  addItem: defineOperation({
    name: 'menus.addItem',
    summary: 'Add an item to a menu',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'menus.manage',
    input: z.strictObject({
      ...menuName,
      ...linkTarget,
      label,
      parentId: parentId.optional(),
      sortOrder: sortOrder.optional().meta({ description: 'last among its siblings by default' }),
      ...appearance,
      locale: newLocale,
    }),
    output: item,
    rest: { method: 'POST', path: '/menus/:name/items', query: ['locale'], status: 201 },
  }),

  updateItem: defineOperation({
    name: 'menus.updateItem',
    summary: 'Change an item of a menu; members that are not named stay',
    effect: 'write',
    permission: 'menus.manage',
    input: z.strictObject({
      ...menuAndItem,
      ...linkTarget,
      type: linkTarget.type.optional(),
      // null only in a locale other than the default: it removes the translation.
      label: label.nullable().optional(),
      parentId: parentId.optional(),
      sortOrder: sortOrder.optional(),
      ...appearance,
      locale: writtenLocale,
    }),
    output: item,
    rest: { method: 'PUT', path: '/menus/:name/items/:itemId', query: ['locale'] },
  }),

  deleteItem: defineOperation({
    name: 'menus.deleteItem',
    summary: 'Delete an item of a menu; its children move up to its place',
    effect: 'write',
    permission: 'menus.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(menuAndItem),
    output: success,
    rest: { method: 'DELETE', path: '/menus/:name/items/:itemId' },
  }),

  setItems: defineOperation({
    name: 'menus.setItems',
    summary: 'Replace all items of a menu',
    description: `\`items\` is the whole menu in its order, with \`children\`: existing items that are not in it are deleted; those named by \`id\` keep their translations and the members that are not named. All or nothing; at most ${limits.menuItems} items, ${limits.menuDepth} levels.`,
    effect: 'write',
    permission: 'menus.manage',
    input: z.strictObject({ ...menuName, items: z.array(node).max(limits.menuItems) }),
    output: z.strictObject({ item: menuWithItems }),
    rest: { method: 'PUT', path: '/menus/:name/items' },
    mcp: menuTools.setItems,
  }),

  reorder: defineOperation({
    name: 'menus.reorder',
    summary: 'Move items of a menu',
    description: 'Items that are not named stay where they are. Answers all items in their order.',
    effect: 'write',
    permission: 'menus.manage',
    input: z.strictObject({
      ...menuName,
      items: z
        .array(z.strictObject({ id: z.string(), parentId, sortOrder }))
        .max(limits.menuItems)
        .refine((moves) => distinct(moves, ({ id }) => id), 'must not name an item twice'),
    }),
    output: listOf(menuItem),
    rest: { method: 'POST', path: '/menus/:name/reorder' },
  }),
} as const
