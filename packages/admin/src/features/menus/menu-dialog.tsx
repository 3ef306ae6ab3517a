import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bind } from '../../ui/form/bind.ts'
import { labelProblem, nameFrom, nameProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LabelInput } from '../../ui/form/label-input.tsx'
import { NameInput } from '../../ui/form/name-input.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'

interface MenuValues {
  readonly label: string
  /** null while the name is derived from the label, until the person edits it */
  readonly name: string | null
}

interface MenuDialogProps {
  /** the menu to rename; undefined to create one */
  readonly menu?: { readonly name: string; readonly label: string }
  readonly onCreated?: (name: string) => void
  readonly onClosed: () => void
}

/** The dialog that creates or renames a menu. The name, by which templates find a menu, never changes. */
export function MenuDialog({ menu, onCreated, onClosed }: MenuDialogProps) {
  const { t } = useTranslation(['menus', 'common'])
  const client = useQueryClient()
  const isNew = menu === undefined
  const form = useDialogForm<MenuValues, { item: { name: string; label: string } }>({
    stored: { label: menu?.label ?? '', name: menu?.name ?? null },
    check: (values) => ({
      label: labelProblem(values.label),
      ...(isNew && { name: nameProblem(nameOf(values)) }),
    }),
    save: (values) =>
      isNew
        ? api.menus.create({ label: values.label, name: nameOf(values) })
        : api.menus.update({ name: menu.name, label: values.label }),
    onSaved: ({ item }) => {
      notifySuccess(t(isNew ? 'created' : 'renamed', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.menus })
      onCreated?.(item.name)
    },
  })
  return (
    <FormDialog
      title={t(isNew ? 'createTitle' : 'renameTitle')}
      submit={t(isNew ? 'common:create' : 'common:save')}
      form={form}
      onClosed={onClosed}
    >
      <LabelInput {...bind(form, 'label')} />
      {isNew && <NameInput proposal={nameFrom(form.values.label)} {...bind(form, 'name')} />}
    </FormDialog>
  )
}

function nameOf({ label, name }: MenuValues): string {
  return name ?? nameFrom(label)
}
