import { Chip, type ChipProps, Group, Select, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Search, Tag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { isMediaKind, mediaKinds } from './media-item.ts'
import type { MediaFilter } from './media-filter.ts'
import { mediaTagsQuery } from './media-queries.ts'

interface FiltersProps {
  readonly filter: MediaFilter
  readonly onChange: (filter: MediaFilter) => void
  /** whether the kind is fixed, because only images can be chosen */
  readonly hasFixedKind?: boolean
  /** whether the filters are in a picker, where those for maintaining the library are not offered */
  readonly isPicking?: boolean
}

/** The look of chosen filters: tinted, because only the main action of a screen is filled with blue. */
const tinted: Partial<ChipProps> = {
  size: 'sm',
  radius: 'md',
  variant: 'light',
  vars: () => ({
    root: {
      '--chip-bg': 'var(--accent-soft)',
      '--chip-hover': 'var(--accent-soft)',
      '--chip-color': 'var(--accent)',
      '--chip-icon-color': 'var(--accent)',
    },
  }),
}

/** debounce of the search, in milliseconds */
const searchDelay = 250

/** The search and the filters of a list of files. */
export function MediaFilters({ filter, onChange, hasFixedKind = false, isPicking = false }: FiltersProps) {
  const { t } = useTranslation('media')
  const { can } = useSession()
  return (
    <Group gap="sm" mb="md">
      <SearchField q={filter.q} onChange={(q) => onChange({ ...filter, q })} />
      {!hasFixedKind && (
        <Chip.Group
          value={filter.kind ?? 'all'}
          onChange={(kind) => onChange({ ...filter, kind: isMediaKind(kind) ? kind : undefined })}
        >
          <Group gap={6} role="group" aria-label={t('kind')}>
            {(['all', ...mediaKinds] as const).map((kind) => (
              <Chip key={kind} value={kind} {...tinted}>
                {t(`kinds.${kind}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {!isPicking && (
        <Group gap={6}>
          <FilterSwitch
            label={t('withoutAlt')}
            isOn={filter.withoutAlt === true}
            onChange={(isOn) => onChange({ ...filter, withoutAlt: isOn || undefined })}
          />
          {/* Drafts use files too, so which files are unused would tell what drafts refer to. */}
          {can('content.readDrafts') && (
            <FilterSwitch
              label={t('usage.unused')}
              isOn={filter.unused === true}
              onChange={(isOn) => onChange({ ...filter, unused: isOn || undefined })}
            />
          )}
        </Group>
      )}
      <TagFilter tag={filter.tag} onChange={(tag) => onChange({ ...filter, tag })} />
    </Group>
  )
}

interface FilterSwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A filter that is on or off. */
function FilterSwitch({ label, isOn, onChange }: FilterSwitchProps) {
  return (
    <Chip {...tinted} checked={isOn} onChange={onChange}>
      {label}
    </Chip>
  )
}

interface TagFilterProps {
  readonly tag: string | undefined
  readonly onChange: (tag: string | undefined) => void
}

/** The filter by tag; not shown if no file has a tag. */
function TagFilter({ tag, onChange }: TagFilterProps) {
  const { t } = useTranslation('media')
  const { data = [] } = useQuery(mediaTagsQuery)
  if (data.length === 0 && tag === undefined) return null
  // A tag from the URL is offered even if no file has it any more.
  const isListed = tag === undefined || data.includes(tag)
  return (
    <Select
      aria-label={t('tags.filter')}
      placeholder={t('tags.filter')}
      data={isListed ? data : [tag, ...data]}
      value={tag ?? null}
      onChange={(value) => onChange(value ?? undefined)}
      searchable
      clearable
      limit={50}
      leftSection={<Tag size={16} aria-hidden />}
      w="9rem"
    />
  )
}

/** The search by name, reported after a pause in typing. */
function SearchField({ q, onChange }: { readonly q: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation('media')
  const [text, setText] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** the search that this field last reported */
  const sent = useRef(q)
  useEffect(() => {
    // Another search than the one of this field comes from a navigation, so the field shows it.
    if (q !== sent.current) setText(q)
    sent.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onChange(next.trim())
    }, searchDelay)
  }
  return (
    <TextInput
      type="search"
      value={text}
      maxLength={limits.listedPart}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<Search size={16} aria-hidden />}
      flex="1 1 14rem"
      maw={380}
    />
  )
}
