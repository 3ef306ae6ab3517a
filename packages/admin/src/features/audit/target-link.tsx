import type { PermissionName } from '@octavo/contract/access'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { PartLink } from './part-link.tsx'
import type { FoundItem } from '../items/use-items-by-id.ts'

interface TargetLinkProps {
  readonly entry: AuditEntry
  /**
   * the item that the entry is about; undefined if it is about something else, or the item is deleted or in the trash
   */
  readonly of: FoundItem | undefined
  readonly children: ReactNode
}

/** What an entry is about, as a link where there is a screen for it that the reader may see. */
export function TargetLink({ entry, of, children }: TargetLinkProps) {
  const { can } = useSession()
  const { targetType, targetId, before, after } = entry
  const name = entry.targetName ?? ''
  const right = screenRights[targetType]
  /** whether the entry records a deletion, so that there is nothing to link to */
  const isDeletion = after === null && before !== null
  if (of !== undefined)
    return (
      <RouterAnchor to="/content/$collection/$id" params={{ collection: of.collection.slug, id: of.item.id }}>
        {children}
      </RouterAnchor>
    )
  if (isDeletion || right === undefined || !can(right)) return children
  switch (targetType) {
    case 'section':
      return (
        <RouterAnchor to="/sections/$section" params={{ section: name }}>
          {children}
        </RouterAnchor>
      )
    case 'changeSet':
      return (
        <RouterAnchor to="/change-sets/$set" params={{ set: targetId ?? '' }}>
          {children}
        </RouterAnchor>
      )
    case 'webhook':
      return (
        <RouterAnchor to="/webhooks/$webhook" params={{ webhook: targetId ?? '' }}>
          {children}
        </RouterAnchor>
      )
    case 'plugin':
      return (
        <RouterAnchor to="/plugins/$plugin" params={{ plugin: targetId ?? '' }}>
          {children}
        </RouterAnchor>
      )
    case 'settings':
      return <RouterAnchor to="/settings">{children}</RouterAnchor>
    case 'redirect':
      return <RouterAnchor to="/redirects">{children}</RouterAnchor>
    case 'user':
      return <RouterAnchor to="/users">{children}</RouterAnchor>
    default:
      return (
        <PartLink type={targetType} name={name}>
          {children}
        </PartLink>
      )
  }
}

/** The permission that the screen of a target requires, by the type of the target. */
const screenRights: Readonly<Partial<Record<string, PermissionName>>> = {
  section: 'sections.manage',
  menu: 'menus.manage',
  menuItem: 'menus.manage',
  taxonomy: 'content.readDrafts',
  term: 'content.readDrafts',
  widgetArea: 'widgets.manage',
  widget: 'widgets.manage',
  collection: 'schema.read',
  field: 'schema.read',
  changeSet: 'changeSets.use',
  webhook: 'webhooks.manage',
  plugin: 'plugins.read',
  settings: 'settings.read',
  redirect: 'redirects.manage',
  user: 'users.manage',
}
