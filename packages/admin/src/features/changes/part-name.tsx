import type { PermissionName } from '@octavo/contract/access'
import type { ChangedPart } from '@octavo/contract/changed-parts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { PartLink } from '../audit/part-link.tsx'

export interface NamedPart {
  readonly type: ChangedPart
  readonly name: string
}

interface PartNameProps {
  readonly part: NamedPart
  /** whether the text before the name already contains the kind, as "Redirect created" does */
  readonly isKindNamed?: boolean
}

/** maximum number of characters of a shown name */
const mostCharacters = 200

/** The kind and the name of a part of the site, with a link to its screen for those with the permission. */
export function PartName({ part: { type, name }, isKindNamed = false }: PartNameProps) {
  const { t } = useTranslation('changes')
  const { can } = useSession()
  const shownName = type === 'settings' ? '' : name.slice(0, mostCharacters)
  const kind = isKindNamed ? '' : t(`parts.${type}`)
  const text = <bdi>{[kind, shownName].filter(Boolean).join(' ')}</bdi>
  const right = screenRights[type]
  if (right === undefined || !can(right)) return text
  return (
    <PartLink type={type} name={name}>
      {text}
    </PartLink>
  )
}

/** The permission with which the name of a part is a link to its screen; absent for parts that are never linked. */
const screenRights: Partial<Readonly<Record<ChangedPart, PermissionName>>> = {
  menu: 'menus.manage',
  menuItem: 'menus.manage',
  taxonomy: 'content.readDrafts',
  term: 'content.readDrafts',
  widgetArea: 'widgets.manage',
  widget: 'widgets.manage',
  collection: 'schema.read',
  field: 'schema.read',
}

/** For each kind of part, the beginning of the names of the operations that change it. */
const operationPrefixes: Readonly<Record<ChangedPart, string>> = {
  menu: 'menus.',
  menuItem: 'menus.',
  taxonomy: 'taxonomies.',
  term: 'terms.',
  section: 'sections.',
  widgetArea: 'widgets.',
  widget: 'widgets.',
  redirect: 'redirects.',
  settings: 'settings.',
  media: 'media.',
  collection: 'schema.',
  field: 'schema.',
}

/** Whether the name of an operation already says the kind of all these parts. */
export function namesKind(operation: string, parts: readonly NamedPart[]): boolean {
  const types = new Set(parts.map(({ type }) => type))
  return types.size === 1 && [...types].every((type) => operation.startsWith(operationPrefixes[type]))
}
