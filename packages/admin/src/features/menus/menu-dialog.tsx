import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { labelProblem, nameFrom, nameProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { NameInput } from '../../ui/form/name-input.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { tellDone } from '../../ui/notify.tsx'

interface MenuDialogProps {
  readonly onCreated: (name: string) => void
  readonly onClosed: () => void
}

/** Makes a menu. */
export function NewMenuDialog({ onCreated, onClosed }: MenuDialogProps) {
  const { t } = useTranslation(['menus', 'common', 'forms'])
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const nameOf = ({ label, name }: NewMenu) => name ?? nameFrom(label)
  const form = useForm({
    stored: noMenu,
    endsWhenSaved: true,
    check: (values) => ({ label: labelProblem(values.label), name: nameProblem(nameOf(values)) }),
    save: (values) => api.menus.create({ label: values.label, name: nameOf(values) }),
    onSaved: ({ item }) => {
      setDone(true)
      tellDone(t('created', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.menus })
      onCreated(item.name)
    },
  })
  return (
    <FormDialog
      title={t('createTitle')}
      submit={t('common:create')}
      form={form}
      isDone={isDone}
      onClosed={onClosed}
    >
      <TextInput
        label={t('forms:label')}
        value={form.values.label}
        onChange={({ currentTarget }) => form.set('label', currentTarget.value)}
        error={form.errorOf('label')}
        required
        data-autofocus
      />
      <NameInput
        value={form.values.name}
        proposal={nameFrom(form.values.label)}
        onChange={(name) => form.set('name', name)}
        error={form.errorOf('name')}
      />
    </FormDialog>
  )
}

interface NewMenu {
  readonly label: string
  readonly name: string | null
}
const noMenu: NewMenu = { label: '', name: null }

interface RenameDialogProps {
  readonly menu: { readonly name: string; readonly label: string }
  readonly onClosed: () => void
}

export function RenameMenuDialog({ menu, onClosed }: RenameDialogProps) {
  const { t } = useTranslation(['menus', 'common', 'forms'])
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    stored: { label: menu.label },
    endsWhenSaved: true,
    check: ({ label }) => ({ label: labelProblem(label) }),
    save: ({ label }) => api.menus.update({ name: menu.name, label }),
    onSaved: ({ item }) => {
      setDone(true)
      tellDone(t('renamed', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.menus })
    },
  })
  return (
    <FormDialog
      title={t('renameTitle')}
      submit={t('common:save')}
      form={form}
      isDone={isDone}
      onClosed={onClosed}
    >
      <TextInput
        label={t('forms:label')}
        value={form.values.label}
        onChange={({ currentTarget }) => form.set('label', currentTarget.value)}
        error={form.errorOf('label')}
        required
        data-autofocus
      />
    </FormDialog>
  )
}
