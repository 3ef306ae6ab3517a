import { Button, Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../api/failure-text.ts'
import { useSession, type Workspace } from '../../../session/session.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { termsKey } from '../autosave/state.ts'
import { useEditor } from '../editor-context.ts'
import { anyDirection } from '../fields/field-editor.ts'
import classes from './panel.module.css'
import { ChosenTerms } from './chosen-terms.tsx'
import { meantTerm, termRows } from './term-tree.ts'
import { useTerms } from './use-terms.ts'

type Taxonomy = Workspace['taxonomies'][number]

/** maximum number of terms without a search field */
const mostWithoutSearch = 8

/** The item's terms of one taxonomy. */
export function TermsSection({ taxonomy }: { readonly taxonomy: Taxonomy }) {
  const { t } = useTranslation(['editor', 'common'])
  const { t: common } = useTranslation()
  const { can } = useSession()
  const { isReadOnly } = useEditor()
  const { changeSet } = useContentScope()
  const [search, setSearch] = useState('')
  const { terms, selected, refusal, error, choose, create } = useTerms(taxonomy.name)
  if (error !== null) return <Text size="sm">{failureText(error, common)}</Text>
  if (terms === undefined) return <Skeleton height={80} />
  // A new term would exist on the site at once, outside of the change-set.
  const canCreate = can('taxonomies.manage') && !isReadOnly && changeSet === undefined
  const rows = termRows(terms, search)
  const label = search.trim()
  /** the term that the Enter key selects */
  const meant = isReadOnly ? undefined : meantTerm(terms, label)
  /** whether the typed text can become a new term */
  const isNew = canCreate && label !== '' && meant?.label.toLocaleLowerCase() !== label.toLocaleLowerCase()
  const isAlreadyChosen = meant !== undefined && selected.includes(meant.id)
  /** Adds a new term. The field is emptied at once for the next one, and gets the text back if that fails. */
  const add = () => {
    setSearch('')
    create(label).catch((failure: unknown) => {
      setSearch((current) => (current === '' ? label : current))
      notifyError(failure)
    })
  }
  /** Selects the term that is meant, or adds a new one. */
  const enter = () => {
    if (meant !== undefined) {
      if (!isAlreadyChosen) choose(meant.id, true)
      setSearch('')
    } else if (isNew) add()
  }
  return (
    <Stack gap="xs" data-field={termsKey(taxonomy.name)}>
      <ChosenTerms
        taxonomy={taxonomy.label}
        terms={terms.filter(({ id }) => selected.includes(id))}
        onRemove={isReadOnly ? null : (id) => choose(id, false)}
      />
      {(canCreate || terms.length > mostWithoutSearch) && (
        <TextInput
          size="xs"
          aria-label={t('terms.search', { taxonomy: taxonomy.label })}
          placeholder={t(canCreate ? 'terms.searchOrAdd' : 'common:search')}
          description={enterHint(meant?.label)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={search}
          maxLength={limits.label}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            enter()
          }}
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
            data-meant={term === meant || undefined}
            checked={selected.includes(term.id)}
            onChange={(event) => choose(term.id, event.currentTarget.checked)}
            disabled={isReadOnly}
          />
        ))}
      </Stack>
      {refusal !== undefined && (
        <Text size="sm" c="var(--danger)" role="alert">
          {refusal}
        </Text>
      )}
      {isNew && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={add}
        >
          {t('terms.add', { label })}
        </Button>
      )}
    </Stack>
  )

  /** What the Enter key would do with the typed text, given the label of the term that it means. */
  function enterHint(meantLabel: string | undefined): string | undefined {
    if (label === '' || isReadOnly) return undefined
    if (meantLabel !== undefined)
      return t(isAlreadyChosen ? 'terms.isChosen' : 'terms.enter', { label: meantLabel })
    return t(isNew ? 'terms.enterAdds' : 'terms.nothing', { label })
  }
}
