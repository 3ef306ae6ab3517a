/**
 * Kinds of objects, other than items, whose changes can be listed and undone; the names are those of the audit log.
 */
export const changedParts = [
  'menu',
  'menuItem',
  'taxonomy',
  'term',
  'section',
  'widgetArea',
  'widget',
  'redirect',
  'settings',
  'media',
  'collection',
  'field',
] as const
export type ChangedPart = (typeof changedParts)[number]

export function isChangedPart(type: string): type is ChangedPart {
  return (changedParts as readonly string[]).includes(type)
}
