import { Button, Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../api/failure-text.ts'
import { useSession, type Workspace } from '../../../app/session.tsx'
import { tellFailure } from '../../../ui/notify.tsx'
import type { Item } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { anyDirection } from '../fields/field-editor.ts'
import classes from '../editor.module.css'
import { termRows } from './term-tree.ts'
import { useTerms } from './use-terms.ts'

type Taxonomy = Workspace['taxonomies'][number]

/** What the item belongs to, of one taxonomy. */
export function TermsSection({ taxonomy }: { readonly taxonomy: Taxonomy }) {
  const { t } = useTranslation('editor')
  const item = useDraft((draft) => draft.item)
  if (item === null) return <Text size="sm">{t('terms.later')}</Text>
  return <Terms taxonomy={taxonomy} item={item} />
}

interface TermsProps {
  readonly taxonomy: Taxonomy
  readonly item: Item
}

/** so many terms are looked through without a search */
const searchedFrom = 8

function Terms({ taxonomy, item }: TermsProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { t: common } = useTranslation()
  const { can } = useSession()
  const { isReadOnly } = useEditor()
  const [search, setSearch] = useState('')
  const { terms, selected, error, choose, create } = useTerms(taxonomy.name, item)
  if (error !== null) return <Text size="sm">{failureText(error, common)}</Text>
  if (terms === undefined || selected === undefined) return <Skeleton height={80} />
  const canCreate = can('taxonomies.manage') && !isReadOnly
  const rows = termRows(terms, search)
  const label = search.trim()
  const isNew =
    label !== '' && !terms.some((term) => term.label.toLocaleLowerCase() === label.toLocaleLowerCase())
  const toggle = (id: string, isOn: boolean) =>
    choose(isOn ? [...selected, id] : selected.filter((other) => other !== id))
  return (
    <Stack gap="xs">
      {(canCreate || terms.length > searchedFrom) && (
        <TextInput
          size="xs"
          aria-label={t('terms.search', { taxonomy: taxonomy.label })}
          placeholder={t(canCreate ? 'terms.searchOrAdd' : 'common:search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          {...anyDirection}
        />
      )}
      {terms.length === 0 && <Text size="sm">{t('terms.none')}</Text>}
      <Stack gap={6} className={classes['terms'] ?? ''} role="group" aria-label={taxonomy.label}>
        {rows.map(({ term, depth }) => (
          <Checkbox
            key={term.id}
            size="xs"
            ms={depth * 18}
            label={<bdi>{term.label}</bdi>}
            checked={selected.includes(term.id)}
            onChange={(event) => toggle(term.id, event.currentTarget.checked)}
            disabled={isReadOnly}
          />
        ))}
      </Stack>
      {canCreate && isNew && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => void create(label).then(() => setSearch(''), tellFailure)}
        >
          {t('terms.add', { label })}
        </Button>
      )}
    </Stack>
  )
}
