import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bind } from '../../ui/form/bind.ts'
import { DescriptionInput } from '../../ui/form/description-input.tsx'
import { labelProblem, longerThan, nameFrom, nameProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LabelInput } from '../../ui/form/label-input.tsx'
import { NameInput } from '../../ui/form/name-input.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import type { ListedArea } from './widget-queries.ts'

interface AreaDialogProps {
  /** the area to edit; undefined to create one */
  readonly area?: Pick<ListedArea, 'name' | 'label' | 'description'>
  readonly onCreated?: (name: string) => void
  readonly onClosed: () => void
}

interface AreaValues {
  readonly label: string
  readonly description: string
  /** null while the name is derived from the label, until the person edits it */
  readonly name: string | null
}

/** The dialog that creates or changes a widget area. The name, by which templates find an area, never changes. */
export function AreaDialog({ area, onCreated, onClosed }: AreaDialogProps) {
  const { t } = useTranslation(['widgets', 'common', 'forms'])
  const client = useQueryClient()
  const isNew = area === undefined
  const form = useDialogForm<AreaValues, { item: { name: string; label: string } }>({
    stored: {
      label: area?.label ?? '',
      description: area?.description ?? '',
      name: area?.name ?? null,
    },
    check: (values) => ({
      label: labelProblem(values.label),
      description: longerThan(values.description, limits.description),
      ...(isNew && { name: nameProblem(nameOf(values)) }),
    }),
    save: (values, changes) =>
      isNew
        ? api.widgets.createArea({ ...inputOf(values), label: values.label, name: nameOf(values) })
        : api.widgets.updateArea({ name: area.name, ...inputOf(changes) }),
    onSaved: ({ item }) => {
      notifySuccess(t(isNew ? 'created' : 'changed', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.widgets })
      onCreated?.(item.name)
    },
  })
  return (
    <FormDialog
      title={t(isNew ? 'new' : 'editTitle')}
      submit={t(isNew ? 'common:create' : 'common:save')}
      form={form}
      onClosed={onClosed}
    >
      <LabelInput {...bind(form, 'label')} />
      {isNew && <NameInput proposal={nameFrom(form.values.label)} {...bind(form, 'name')} />}
      <DescriptionInput form={form} />
    </FormDialog>
  )
}

function nameOf({ label, name }: AreaValues): string {
  return name ?? nameFrom(label)
}

function inputOf({ label, description }: Partial<AreaValues>) {
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description: description === '' ? null : description }),
  }
}
