import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bind } from '../../ui/form/bind.ts'
import { labelProblem, slugProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LabelInput } from '../../ui/form/label-input.tsx'
import { SlugInput } from '../../ui/form/slug-input.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'

interface NewSectionProps {
  /** gets the slug */
  readonly onCreated: (slug: string) => void
  readonly onClosed: () => void
}

/** Creates a section; its content is edited afterwards. */
export function NewSectionDialog({ onCreated, onClosed }: NewSectionProps) {
  const { t } = useTranslation(['sections', 'common', 'forms'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: { title: '', slug: '' },
    check: ({ title, slug }) => ({ title: labelProblem(title), slug: slugProblem(slug) }),
    save: ({ title, slug }) => api.sections.create({ title, ...(slug !== '' && { slug }) }),
    onSaved: ({ item }) => {
      notifySuccess(t('created', { title: item.title }))
      void client.invalidateQueries({ queryKey: keys.sections })
      onCreated(item.slug)
    },
  })
  return (
    <FormDialog title={t('new')} submit={t('common:create')} form={form} onClosed={onClosed}>
      <LabelInput label={t('forms:title')} {...bind(form, 'title')} />
      <SlugInput
        value={form.values.slug}
        source={form.values.title}
        isNew
        onChange={(slug) => form.set('slug', slug)}
        error={form.errorOf('slug')}
      />
    </FormDialog>
  )
}
