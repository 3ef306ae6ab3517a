import type { PermissionName } from '@octavo/contract/access'
import {
  Blocks,
  CalendarDays,
  History,
  Image,
  Import,
  Layers,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  Menu,
  Plug,
  ScrollText,
  Settings,
  Signpost,
  Tags,
  Trash2,
  Users,
  Webhook,
  PanelsTopLeft,
} from 'lucide-react'

export interface Destination {
  readonly to:
    | '/'
    | '/calendar'
    | '/changes'
    | '/change-sets'
    | '/media'
    | '/trash'
    | '/sections'
    | '/menus'
    | '/redirects'
    | '/taxonomies'
    | '/widgets'
    | '/model'
    | '/users'
    | '/plugins'
    | '/webhooks'
    | '/import'
    | '/settings'
    | '/audit'
  /** a key in the texts of the shell */
  readonly text:
    | 'dashboard'
    | 'calendar'
    | 'changes'
    | 'changeSets'
    | 'media'
    | 'trash'
    | 'sections'
    | 'menus'
    | 'redirects'
    | 'taxonomies'
    | 'widgets'
    | 'model'
    | 'users'
    | 'plugins'
    | 'webhooks'
    | 'import'
    | 'settings'
    | 'audit'
  readonly icon: LucideIcon
  readonly permission: PermissionName
}

export const dashboard: Destination = {
  to: '/',
  text: 'dashboard',
  icon: LayoutDashboard,
  permission: 'content.readDrafts',
}

/**
 * The destinations of the navigation and the command palette other than collections; users without the permission do
 * not see them.
 */
export const destinations = {
  planning: [
    { to: '/calendar', text: 'calendar', icon: CalendarDays, permission: 'content.readDrafts' },
    { to: '/changes', text: 'changes', icon: History, permission: 'changes.readOwn' },
    { to: '/change-sets', text: 'changeSets', icon: Layers, permission: 'changeSets.use' },
  ],
  content: [
    { to: '/media', text: 'media', icon: Image, permission: 'media.read' },
    { to: '/trash', text: 'trash', icon: Trash2, permission: 'content.readDrafts' },
  ],
  site: [
    { to: '/sections', text: 'sections', icon: LayoutTemplate, permission: 'sections.manage' },
    { to: '/menus', text: 'menus', icon: Menu, permission: 'menus.manage' },
    { to: '/taxonomies', text: 'taxonomies', icon: Tags, permission: 'content.readDrafts' },
    { to: '/widgets', text: 'widgets', icon: PanelsTopLeft, permission: 'widgets.manage' },
    { to: '/redirects', text: 'redirects', icon: Signpost, permission: 'redirects.manage' },
  ],
  manage: [
    { to: '/model', text: 'model', icon: Blocks, permission: 'schema.read' },
    { to: '/users', text: 'users', icon: Users, permission: 'users.manage' },
    { to: '/plugins', text: 'plugins', icon: Plug, permission: 'plugins.read' },
    { to: '/webhooks', text: 'webhooks', icon: Webhook, permission: 'webhooks.manage' },
    { to: '/import', text: 'import', icon: Import, permission: 'import.manage' },
    { to: '/settings', text: 'settings', icon: Settings, permission: 'settings.read' },
    { to: '/audit', text: 'audit', icon: ScrollText, permission: 'audit.read' },
  ],
} as const satisfies Readonly<Record<string, readonly Destination[]>>
