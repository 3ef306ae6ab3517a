import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Client } from '@octavo/client/session-client'
import { ListFilter } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { actionChoices } from './action-names.ts'
import { PersonSelect } from './person-select.tsx'

export type AuditQuery = NonNullable<Parameters<Client['audit']['list']>[0]>

/** what the entries are filtered by; an undefined filter does not filter */
export type Filters = Pick<AuditQuery, 'action' | 'userId' | 'targetType' | 'interface' | 'from' | 'to'>

export const noFilters: Filters = {}

/** The types of targets that entries can have (docs/audit.md). */
const targets = [
  'content',
  'changeSet',
  'collection',
  'field',
  'media',
  'section',
  'settings',
  'redirect',
  'view',
  'menu',
  'menuItem',
  'taxonomy',
  'term',
  'widgetArea',
  'widget',
  'webhook',
  'backup',
  'plugin',
  'user',
  'session',
  'passkey',
  'token',
  'grant',
  'client',
  'device',
] as const

const interfaces = ['rest', 'mcp', 'cli', 'job'] as const

interface AuditFiltersProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** The form fields that filter the audit log. */
export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const set = (change: Filters) => onChange({ ...filters, ...change })
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <>
      <Button
        variant="default"
        hiddenFrom="sm"
        mb="md"
        leftSection={<ListFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {t('showFilters')}
      </Button>
      <Group
        id={id}
        mb="md"
        align="flex-end"
        role="group"
        aria-label={t('filters')}
        // Collapsed on a phone, where they would hide the entries.
        visibleFrom={isOpen ? undefined : 'sm'}
      >
        <Select
          flex="1 1 8rem"
          label={t('action')}
          placeholder={t('anyAction')}
          clearable
          searchable
          data={actionChoices()}
          value={filters.action ?? null}
          onChange={(action) => set({ action: action ?? undefined })}
        />
        <PersonSelect value={filters.userId} onChange={(userId) => set({ userId })} />
        <Select
          flex="1 1 8rem"
          label={t('target')}
          placeholder={t('anything')}
          clearable
          searchable
          data={targets.map((target) => ({ value: target, label: t(`targets.${target}`) }))}
          value={filters.targetType ?? null}
          onChange={(targetType) => set({ targetType: targetType ?? undefined })}
        />
        <Select
          flex="1 1 8rem"
          label={t('interface')}
          placeholder={t('anyInterface')}
          clearable
          data={interfaces.map((name) => ({ value: name, label: t(`interfaces.${name}`) }))}
          value={filters.interface ?? null}
          onChange={(chosen) => set({ interface: interfaces.find((name) => name === chosen) })}
        />
        <TextInput
          flex="0 1 8.5rem"
          type="date"
          label={t('from')}
          onChange={({ currentTarget }) => set({ from: startOfDay(currentTarget.value) })}
        />
        <TextInput
          flex="0 1 8.5rem"
          type="date"
          label={t('to')}
          // The entries end before this time; those of the chosen day are included.
          onChange={({ currentTarget }) => set({ to: startOfDay(currentTarget.value, 1) })}
        />
      </Group>
    </>
  )
}

/**
 * The start of a day, such as `2026-11-23`, in the reader's time zone, plus a number of days; undefined while the date
 * is incomplete.
 */
function startOfDay(day: string, addedDays = 0): string | undefined {
  const start = new Date(`${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + addedDays)
  return start.toISOString()
}
