import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { checkCrops } from '../fields/crops-in-text.ts'
import { blocks } from '../fields/portable-text.ts'
import { limits } from '../limits.ts'
import { label, listOf, success, timestamp } from './shapes.ts'
import { description, name, newLocale, readLocale, writtenLocale } from './site-shapes.ts'

/** A widget; members that it does not have are null. */
export const widget = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    title: z.string().nullable(),
    content: blocks,
    menuName: z.string().nullable(),
    componentId: z.string().nullable(),
    componentProps: z.record(z.string(), z.unknown()).nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Widget' })
export type Widget = z.output<typeof widget>

export const widgetArea = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp.meta({ description: 'the last change of the area or its widgets' }),
  })
  .meta({ id: 'WidgetArea' })
export type WidgetArea = z.output<typeof widgetArea>

const areaName = { name: z.string().meta({ description: 'name of a widget area', examples: ['sidebar'] }) }
const areaAndWidget = { ...areaName, widgetId: z.string().meta({ description: 'id of a widget' }) }

const type = z
  .string()
  .max(limits.fieldSlug)
  .regex(/^[a-z][a-z0-9_-]*$/, 'must begin with a-z and hold only a-z, 0-9, _ and -')
  .meta({
    description:
      '`menu` shows the menu `menuName`, `component` the component `componentId` of the site with `componentProps`; `content`, and any type of the site itself, shows `content`',
  })

const settings = {
  title: z.string().max(limits.label).nullable().optional(),
  content: blocks.optional(),
  menuName: z.string().nullable().optional(),
  componentId: z.string().min(1).max(limits.label).nullable().optional(),
  componentProps: z
    .record(z.string(), z.unknown())
    // Properties can contain pictures, with crops that are checked like those of fields.
    .check(({ value, issues }) => checkCrops(value, issues))
    .nullable()
    .optional(),
}

const item = z.strictObject({ item: widget })

/** `contentKeys`: the content of a widget can be larger than the other members of an input. */
export const widgets = {
  listAreas: defineOperation({
    name: 'widgets.listAreas',
    summary: 'List the widget areas',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ locale: readLocale }),
    output: z.strictObject({
      items: z.array(widgetArea.extend({ widgetCount: z.int() }).meta({ id: 'WidgetAreaInList' })),
    }),
    rest: { method: 'GET', path: '/widget-areas' },
  }),

  getArea: defineOperation({
    name: 'widgets.getArea',
    summary: 'Get a widget area with its widgets in their order',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...areaName, locale: readLocale }),
    output: z.strictObject({
      item: widgetArea.extend({ widgets: z.array(widget) }).meta({ id: 'WidgetAreaWithWidgets' }),
    }),
    rest: { method: 'GET', path: '/widget-areas/:name' },
  }),

  createArea: defineOperation({
    name: 'widgets.createArea',
    summary: 'Create a widget area',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'widgets.manage',
    input: z.strictObject({
      name,
      label,
      description: description.nullable().optional(),
      locale: newLocale,
    }),
    output: z.strictObject({ item: widgetArea }),
    rest: { method: 'POST', path: '/widget-areas', query: ['locale'], status: 201 },
  }),

  updateArea: defineOperation({
    name: 'widgets.updateArea',
    summary: 'Change the label or description of a widget area',
    effect: 'write',
    permission: 'widgets.manage',
    input: z.strictObject({
      ...areaName,
      // null only in a locale other than the default: it removes the translation.
      label: label.nullable().optional(),
      description: description.nullable().optional(),
      locale: writtenLocale,
    }),
    output: z.strictObject({ item: widgetArea }),
    rest: { method: 'PUT', path: '/widget-areas/:name', query: ['locale'] },
  }),

  deleteArea: defineOperation({
    name: 'widgets.deleteArea',
    summary: 'Delete a widget area with its widgets',
    effect: 'write',
    permission: 'widgets.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(areaName),
    output: success,
    rest: { method: 'DELETE', path: '/widget-areas/:name' },
  }),

  create: defineOperation({
    name: 'widgets.create',
    summary: 'Add a widget at the end of an area',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'widgets.manage',
    input: z.strictObject({ ...areaName, type, ...settings, locale: newLocale }),
    contentKeys: ['content'],
    output: item,
    rest: { method: 'POST', path: '/widget-areas/:name/widgets', query: ['locale'], status: 201 },
  }),

  update: defineOperation({
    name: 'widgets.update',
    summary: 'Change a widget; members that are not named stay',
    description: 'Translated `componentProps` replace those of the default locale, property by property.',
    effect: 'write',
    permission: 'widgets.manage',
    input: z.strictObject({
      ...areaAndWidget,
      type: type.optional(),
      ...settings,
      // null only in a locale other than the default: it removes the translation.
      content: blocks.nullable().optional(),
      locale: writtenLocale,
    }),
    contentKeys: ['content'],
    output: item,
    rest: { method: 'PUT', path: '/widget-areas/:name/widgets/:widgetId', query: ['locale'] },
  }),

  delete: defineOperation({
    name: 'widgets.delete',
    summary: 'Delete a widget',
    effect: 'write',
    permission: 'widgets.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(areaAndWidget),
    output: success,
    rest: { method: 'DELETE', path: '/widget-areas/:name/widgets/:widgetId' },
  }),

  reorder: defineOperation({
    name: 'widgets.reorder',
    summary: 'Set the order of all widgets of an area',
    effect: 'write',
    permission: 'widgets.manage',
    input: z.strictObject({ ...areaName, widgetIds: z.array(z.string()).max(limits.widgets) }),
    output: listOf(widget),
    rest: { method: 'POST', path: '/widget-areas/:name/reorder' },
  }),
} as const
