/** What changes concern beside items of content, as the audit log calls it. */
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
