import type { PermissionName } from './access.ts'

/** The one table of event types: what each of them means, and the permission that a caller needs to receive it. */
export const eventTypes = {
  'content.created': { permission: 'content.read', meaning: 'an item was created' },
  'content.updated': { permission: 'content.read', meaning: 'values, terms or the slug of an item changed' },
  'content.published': { permission: 'content.read', meaning: 'an item, or its pending draft, went live' },
  'content.unpublished': { permission: 'content.read', meaning: 'an item was taken off the site' },
  'content.scheduled': {
    permission: 'content.read',
    meaning: 'a time to publish or unpublish an item was set',
  },
  'content.unscheduled': {
    permission: 'content.read',
    meaning: 'a time to publish or unpublish was cancelled',
  },
  'content.deleted': { permission: 'content.read', meaning: 'an item was moved to the trash' },
  'content.restored': { permission: 'content.read', meaning: 'an item was restored from the trash' },
  'content.permanentlyDeleted': { permission: 'content.read', meaning: 'an item was deleted permanently' },
  'collection.created': { permission: 'content.read', meaning: 'a collection was created' },
  'collection.updated': { permission: 'content.read', meaning: 'a collection or its fields changed' },
  'collection.deleted': { permission: 'content.read', meaning: 'a collection was deleted with its items' },
  'media.created': { permission: 'media.read', meaning: 'a file was added to the media library' },
  'media.updated': { permission: 'media.read', meaning: 'the record of a file changed' },
  'media.deleted': { permission: 'media.read', meaning: 'a file was deleted' },
  'taxonomy.created': { permission: 'content.read', meaning: 'a taxonomy was created' },
  'taxonomy.updated': {
    permission: 'content.read',
    meaning: 'a taxonomy changed; its terms have their own events',
  },
  'taxonomy.deleted': { permission: 'content.read', meaning: 'a taxonomy was deleted with its terms' },
  'term.created': { permission: 'content.read', meaning: 'a term was created' },
  'term.updated': { permission: 'content.read', meaning: 'a term changed' },
  'term.deleted': { permission: 'content.read', meaning: 'a term was deleted' },
  'redirect.created': { permission: 'content.read', meaning: 'a person created a redirect' },
  'redirect.updated': { permission: 'content.read', meaning: 'the target of a redirect changed' },
  'redirect.deleted': { permission: 'content.read', meaning: 'a redirect was deleted' },
  'menu.created': { permission: 'content.read', meaning: 'a menu was created' },
  'menu.updated': { permission: 'content.read', meaning: 'a menu or its items changed' },
  'menu.deleted': { permission: 'content.read', meaning: 'a menu was deleted' },
  'widgetArea.created': { permission: 'content.read', meaning: 'a widget area was created' },
  'widgetArea.updated': { permission: 'content.read', meaning: 'a widget area or its widgets changed' },
  'widgetArea.deleted': { permission: 'content.read', meaning: 'a widget area was deleted' },
  'section.created': { permission: 'content.read', meaning: 'a section was created' },
  'section.updated': { permission: 'content.read', meaning: 'a section changed' },
  'section.deleted': { permission: 'content.read', meaning: 'a section was deleted' },
  'settings.updated': { permission: 'content.read', meaning: 'settings of the site changed' },
} as const satisfies Record<string, { readonly permission: PermissionName; readonly meaning: string }>

export type EventType = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[]

/** A value in the place of a cursor: the position after the newest event. */
export const latestEvent = 'latest'
