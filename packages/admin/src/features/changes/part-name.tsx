import type { PermissionName } from '@octavo/contract/access'
import type { ChangedPart } from '@octavo/contract/changed-parts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { PartLink } from '../audit/part-link.tsx'

export interface NamedPart {
  readonly type: ChangedPart
  readonly name: string
}

/** The kind and the name of a part of the site, with a link to its screen for those who may edit it. */
export function PartName({ part: { type, name } }: { readonly part: NamedPart }) {
  const { t } = useTranslation('changes')
  const { can } = useSession()
  const isNamed = type !== 'settings' && name !== ''
  const text = <bdi>{isNamed ? `${t(`parts.${type}`)} ${name.slice(0, 200)}` : t(`parts.${type}`)}</bdi>
  const right = rights[type]
  if (right === undefined || !can(right)) return text
  return (
    <PartLink type={type} name={name}>
      {text}
    </PartLink>
  )
}

/** The right that the screen of a part requires. */
const rights: Partial<Readonly<Record<ChangedPart, PermissionName>>> = {
  menu: 'menus.manage',
  menuItem: 'menus.manage',
  taxonomy: 'taxonomies.manage',
  term: 'taxonomies.manage',
  widgetArea: 'widgets.manage',
  widget: 'widgets.manage',
  collection: 'schema.read',
  field: 'schema.read',
}
