import { Select } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bind } from '../../ui/form/bind.ts'
import { DescriptionInput } from '../../ui/form/description-input.tsx'
import { labelProblem, longerThan, slugProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LabelInput } from '../../ui/form/label-input.tsx'
import { SlugInput } from '../../ui/form/slug-input.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import type { CountedTerm, Taxonomy } from './taxonomy-queries.ts'
import { possibleParents, type TermLine } from './term-tree.ts'

interface TermDialogProps {
  readonly taxonomy: Taxonomy
  /** all terms, to choose the parent from */
  readonly lines: readonly TermLine[]
  /** the term to edit; undefined to create one */
  readonly term?: CountedTerm
  /** the initial parent of a new term */
  readonly parent?: CountedTerm
  readonly onClosed: () => void
}

interface TermValues {
  readonly label: string
  readonly slug: string
  readonly description: string
  /** empty for a term on the top level */
  readonly parentId: string
}

/** The dialog that creates or changes a term. */
export function TermDialog({ taxonomy, lines, term, parent, onClosed }: TermDialogProps) {
  const { t } = useTranslation(['taxonomies', 'common', 'forms'])
  const client = useQueryClient()
  const isNew = term === undefined
  const form = useDialogForm<TermValues, { item: { label: string } }>({
    stored: {
      label: term?.label ?? '',
      slug: term?.slug ?? '',
      description: term?.description ?? '',
      parentId: (isNew ? parent?.id : term.parentId) ?? '',
    },
    check: (values) => ({
      label: labelProblem(values.label),
      slug: values.slug === '' && !isNew ? t('forms:required') : slugProblem(values.slug),
      description: longerThan(values.description, limits.description),
    }),
    save: (values, changes) =>
      isNew
        ? api.terms.create({ taxonomy: taxonomy.name, ...inputOf(values), label: values.label })
        : api.terms.update({ taxonomy: taxonomy.name, term: term.slug, ...inputOf(changes) }),
    onSaved: ({ item }) => {
      notifySuccess(t(isNew ? 'terms.created' : 'terms.changed', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.terms(taxonomy.name) })
    },
  })
  // A parent is given only for a new term below it.
  const title =
    parent === undefined
      ? t(isNew ? 'terms.new' : 'terms.editTitle')
      : t('terms.newBelowTitle', { label: parent.label })
  return (
    <FormDialog
      title={title}
      submit={t(isNew ? 'common:add' : 'common:save')}
      form={form}
      onClosed={onClosed}
    >
      <LabelInput {...bind(form, 'label')} />
      <SlugInput source={form.values.label} isNew={isNew} {...bind(form, 'slug')} />
      {taxonomy.hierarchical && (
        <Select
          label={t('terms.parent')}
          data={parentOptions(possibleParents(lines, term?.id), t('terms.parentNone'))}
          value={form.values.parentId}
          onChange={(id) => form.set('parentId', id ?? '')}
          error={form.errorOf('parentId')}
          allowDeselect={false}
          searchable
          limit={200}
        />
      )}
      <DescriptionInput form={form} />
    </FormDialog>
  )
}

/** The values as input of the operation. Without a slug, the service makes one from the label. */
function inputOf({ slug, label, description, parentId }: Partial<TermValues>) {
  return {
    ...(slug !== undefined && slug !== '' && { slug }),
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(parentId !== undefined && { parentId: parentId === '' ? null : parentId }),
  }
}

/** The choices for the parent, indented as the tree, because the same label can occur below different parents. */
function parentOptions(lines: readonly TermLine[], none: string) {
  return [
    { value: '', label: none },
    ...lines.map(({ term, depth }) => ({ value: term.id, label: `${'– '.repeat(depth)}${term.label}` })),
  ]
}
