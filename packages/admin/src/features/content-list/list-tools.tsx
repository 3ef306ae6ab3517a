import { Button, Checkbox, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { Columns3, Search } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { viewStatuses } from '@octavo/contract/view-queries'
import { useWorkspace } from '../../session/session.tsx'
import { languageName } from '../../ui/language-name.ts'
import { useTypedSearch } from '../../ui/typed-search.ts'
import type { Column } from './columns.tsx'
import classes from './list-tools.module.css'
import type { ListView } from './list-view.ts'
import type { ChosenColumns } from './use-columns.ts'
import type { Density } from './use-density.ts'

interface ListToolsProps {
  readonly view: ListView
  readonly onChange: (changes: Partial<ListView>) => void
  readonly columns: ChosenColumns
  readonly density: Density
  /** the `orderBy` value of the titles */
  readonly titleOrder: string
  readonly searchField: Ref<HTMLInputElement>
}

/** The search, filters, sorting and columns of a list. */
export function ListTools({ view, onChange, columns, density, titleOrder, searchField }: ListToolsProps) {
  const { t } = useTranslation(['lists', 'common'])
  const { locales } = useWorkspace().site
  return (
    <Group gap="xs" mb="sm" align="flex-end" className={classes['tools'] ?? ''}>
      <SearchField q={view.q} onSearch={(q) => onChange({ q })} field={searchField} />
      <NativeSelect
        aria-label={t('status')}
        data={[
          { value: '', label: t('allStatuses') },
          ...viewStatuses.map((value) => ({ value, label: t(`common:status.${value}`) })),
        ]}
        value={view.status}
        onChange={(event) => onChange({ status: event.currentTarget.value as ListView['status'] })}
      />
      {locales.length > 1 && (
        <NativeSelect
          aria-label={t('locale')}
          data={[
            { value: '', label: t('allLocales') },
            ...locales.map((value) => ({ value, label: languageName(value) })),
          ]}
          value={view.locale}
          onChange={(event) => onChange({ locale: event.currentTarget.value })}
        />
      )}
      <OrderSelect view={view} onChange={onChange} columns={columns.shown} titleOrder={titleOrder} />
      <ColumnsMenu {...columns} density={density} />
    </Group>
  )
}

interface SearchFieldProps {
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly field: Ref<HTMLInputElement>
}

/** A debounced search field; going back restores the text that was searched for. */
function SearchField({ q, onSearch, field }: SearchFieldProps) {
  const { t } = useTranslation('lists')
  const { typed, setTyped } = useTypedSearch(q, onSearch)
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={t('searchLabel')}
      aria-keyshortcuts="/"
      placeholder={t('searchPlaceholder')}
      leftSection={<Search size={16} aria-hidden />}
      className={classes['search'] ?? ''}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

interface OrderSelectProps extends Pick<ListToolsProps, 'view' | 'onChange' | 'titleOrder'> {
  readonly columns: readonly Column[]
}

/** The sorting menu for cards, which have no column headers. */
function OrderSelect({ view, onChange, columns, titleOrder }: OrderSelectProps) {
  const { t } = useTranslation('lists')
  const orders = [
    { by: titleOrder, name: t('column.title') },
    ...columns.flatMap(({ order, label }) => (order === null ? [] : [{ by: order, name: label }])),
  ]
  const choices = orders.flatMap(({ by, name }) => [
    { value: `${by} asc`, label: `${name} ↑` },
    { value: `${by} desc`, label: `${name} ↓` },
  ])
  const value = `${view.sort} ${view.order}`
  // The URL or a saved view can name the order of a column that is not shown.
  const isListed = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      hiddenFrom="sm"
      aria-label={t('order')}
      data={isListed ? choices : [{ value, label: view.sort }, ...choices]}
      value={value}
      onChange={(event) => {
        const [sort = view.sort, order] = event.currentTarget.value.split(' ')
        onChange({ sort, order: order === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}

function ColumnsMenu({ all, shown, choose, density }: ChosenColumns & Pick<ListToolsProps, 'density'>) {
  const { t } = useTranslation('lists')
  const keys = shown.map(({ key }) => key)
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chooseColumns')}>
        <Stack gap="xs" mah="60dvh" className={classes['columns'] ?? ''}>
          {all.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={keys.includes(key)}
              onChange={() =>
                choose(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key])
              }
            />
          ))}
        </Stack>
        <Checkbox
          mt="md"
          label={t('compact')}
          checked={density.isCompact}
          onChange={(event) => density.setCompact(event.currentTarget.checked)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
