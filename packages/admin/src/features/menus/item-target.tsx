import { Input, SegmentedControl, Select, Stack, TextInput, useMatches } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { allTermsQuery } from '../taxonomies/taxonomy-queries.ts'
import { ItemChoice } from './item-choice.tsx'
import { type ItemValues, kindOf, kinds } from './item-values.ts'

interface TargetProps {
  readonly form: Form<ItemValues>
}

/** The target of a menu item. */
export function ItemTarget({ form }: TargetProps) {
  const { t } = useTranslation('menus')
  const kind = kindOf(form.values.type)
  const Fields = fieldsOf[kind]
  // Four segments in a row do not fit on a phone.
  const orientation = useMatches({ base: 'vertical', xs: 'horizontal' } as const)
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('form.kind')} labelElement="div" error={form.errorOf('type')}>
        <SegmentedControl
          fullWidth
          orientation={orientation}
          aria-label={t('form.kind')}
          data={kinds.map((value) => ({ value, label: t(`form.kinds.${value}`) }))}
          value={kind}
          onChange={(type) => {
            form.set('type', type)
            form.set('referenceCollection', '')
            form.set('referenceId', '')
          }}
        />
      </Input.Wrapper>
      <Fields form={form} />
    </Stack>
  )
}

const fieldsOf = {
  item: ItemChoice,
  custom: UrlField,
  collection: CollectionField,
  taxonomy: TermFields,
} as const

function UrlField({ form }: TargetProps) {
  const { t } = useTranslation('menus')
  return (
    <TextInput
      label={t('form.url')}
      description={t('form.urlHelp')}
      type="url"
      value={form.values.customUrl}
      onChange={({ currentTarget }) => form.set('customUrl', currentTarget.value.trim())}
      error={form.errorOf('customUrl')}
      required
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}

function CollectionField({ form }: TargetProps) {
  const { t } = useTranslation('menus')
  const { collections } = useWorkspace()
  return (
    <Select
      label={t('form.collection')}
      data={collections.map(({ slug, label }) => ({ value: slug, label }))}
      value={form.values.referenceCollection || null}
      onChange={(slug) => {
        form.set('referenceCollection', slug ?? '')
        const label = collections.find((collection) => collection.slug === slug)?.label
        if (form.values.label === '' && label !== undefined) form.set('label', label)
      }}
      error={form.errorOf('referenceCollection')}
      required
      searchable
    />
  )
}

function TermFields({ form }: TargetProps) {
  const { t } = useTranslation('menus')
  const { taxonomies } = useWorkspace()
  const { referenceCollection: taxonomy, referenceId, label } = form.values
  const { data: terms = [], isPending } = useQuery({
    ...allTermsQuery(taxonomy),
    enabled: taxonomy !== '',
  })
  const hasNone = taxonomy !== '' && !isPending && terms.length === 0
  return (
    <>
      <Select
        label={t('form.taxonomy')}
        data={taxonomies.map((offered) => ({ value: offered.name, label: offered.label }))}
        value={taxonomy || null}
        onChange={(name) => {
          form.set('referenceCollection', name ?? '')
          form.set('referenceId', '')
        }}
        error={form.errorOf('referenceCollection')}
        required
      />
      <Select
        label={t('form.term')}
        description={hasNone ? t('form.noTerms') : undefined}
        data={terms.map((term) => ({ value: term.id, label: `${term.label} (${term.slug})` }))}
        value={referenceId || null}
        onChange={(id) => {
          form.set('referenceId', id ?? '')
          const term = terms.find((candidate) => candidate.id === id)
          if (label === '' && term !== undefined) form.set('label', term.label)
        }}
        error={form.errorOf('referenceId')}
        disabled={taxonomy === ''}
        required
        searchable
        limit={100}
      />
    </>
  )
}
