import { Button, Group, Select, Table, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { roles } from '@octavo/contract/access'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor, EndOfPages } from '../../ui/endless.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { InviteForm } from './invite-form.tsx'
import { UserRow } from './user-row.tsx'

/** debounce of the search, in milliseconds */
const searchDelay = 200

const states = ['enabled', 'disabled'] as const
type State = (typeof states)[number]

/** The list of users, with search and filters. */
export function UserList() {
  const { t } = useTranslation(['users', 'common'])
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<string | null>(null)
  const [state, setState] = useState<State | null>(null)
  const [isInviting, setInviting] = useState(false)
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      }
    >
      <Group mb="md">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Search size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          flex="1 1 14rem"
        />
        <Select
          aria-label={t('role')}
          placeholder={t('allRoles')}
          clearable
          data={Object.values(roles).map((value) => ({
            value: String(value),
            label: t(`common:roles.${value}`),
          }))}
          value={role}
          onChange={setRole}
          flex="1 1 9rem"
        />
        <Select
          aria-label={t('state')}
          placeholder={t('allStates')}
          clearable
          data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={setState}
          flex="1 1 9rem"
        />
      </Group>
      <UserTable
        search={search}
        role={role === null ? undefined : Number(role)}
        disabled={state === null ? undefined : state === 'disabled'}
      />
      {isInviting && <InviteForm onClosed={() => setInviting(false)} />}
    </Page>
  )
}

interface UserTableProps {
  readonly search: string
  /** undefined for all roles */
  readonly role: number | undefined
  /** undefined for enabled and disabled users */
  readonly disabled: boolean | undefined
}

/** The users that match the search and the filters. */
function UserTable({ search, role, disabled }: UserTableProps) {
  const { t } = useTranslation('users')
  const [debouncedSearch] = useDebouncedValue(search.trim(), searchDelay)
  const pages = useInfiniteQuery({
    queryKey: [...keys.users, debouncedSearch, role, disabled],
    queryFn: ({ pageParam, signal }) =>
      api.users.list({ search: debouncedSearch || undefined, role, disabled, cursor: pageParam }, { signal }),
    ...byCursor,
    placeholderData: (previous) => previous,
  })
  if (pages.isPending) return <ListSkeleton />
  if (pages.isError && pages.data === undefined)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  const users = pages.data.pages.flatMap(({ items }) => items)
  // While another list is loading, the users are those of the one before.
  if (users.length === 0 && pages.isPlaceholderData) return <ListSkeleton />
  if (users.length === 0) return <EmptyState icon={Users} title={t('none.title')} text={t('none.text')} />
  return (
    <>
      {/* Clipped, or the header, which has a background, would cover the round corners. */}
      <div className="panel" style={{ overflow: 'clip' }}>
        <Table
          verticalSpacing="sm"
          horizontalSpacing="md"
          stickyHeader
          stickyHeaderOffset="var(--app-shell-header-offset, 0px)"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th>{t('role')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('lastSignIn')}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t('actions')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <EndOfPages pages={pages} />
    </>
  )
}
