import { Collapse, Select, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { ItemTarget } from './item-target.tsx'
import { changesOf, inputOf, itemProblems, type ItemValues, initialValues, valuesOf } from './item-values.ts'
import type { MenuItem } from './menu-queries.ts'

interface ItemDialogProps {
  readonly menu: string
  /** the menu item to edit; undefined to create one */
  readonly item?: MenuItem | undefined
  /** the parent of a new item */
  readonly parent?: MenuItem | undefined
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** The dialog that creates or changes a menu item. */
export function ItemDialog({ menu, item, parent, onSaved, onClosed }: ItemDialogProps) {
  const { t } = useTranslation(['menus', 'common'])
  const client = useQueryClient()
  // The values of when the dialog was opened: with refreshed ones, a type that another person has set meanwhile could
  // be combined with the target that this person chooses.
  const [stored] = useState(() => (item === undefined ? initialValues : valuesOf(item)))
  const form = useDialogForm({
    stored,
    check: itemProblems,
    save: (values, changes) =>
      item === undefined
        ? api.menus.addItem({ name: menu, parentId: parent?.id ?? null, ...inputOf(values) })
        : api.menus.updateItem({ name: menu, itemId: item.id, ...changesOf(values, changes) }),
    onSaved: ({ item: { label } }) => {
      onSaved()
      notifySuccess(t(item === undefined ? 'added' : 'changed', { label }))
      void client.invalidateQueries({ queryKey: keys.menus })
    },
  })
  return (
    <FormDialog
      title={titleOf(t, { item, parent })}
      submit={t(item === undefined ? 'common:add' : 'common:save')}
      form={form}
      onClosed={onClosed}
    >
      <ItemTarget form={form} />
      <TextInput
        label={t('form.label')}
        description={t('form.labelHelp')}
        {...bindText(form, 'label')}
        required
        dir="auto"
      />
      <AppearanceFields form={form} />
    </FormDialog>
  )
}

const targets = ['_self', '_blank', '_parent', '_top'] as const

/**
 * The fields for how a menu item looks and opens. They are folded away while empty, because most items leave them so.
 */
function AppearanceFields({ form }: { readonly form: Form<ItemValues> }) {
  const { t } = useTranslation('menus')
  const { values, errorOf, set } = form
  const isUsed = values.target !== '' || values.titleAttr !== '' || values.cssClasses !== ''
  const [isOpen, { toggle }] = useDisclosure(isUsed)
  const isShown = isOpen || errorOf('titleAttr') !== undefined || errorOf('cssClasses') !== undefined
  const Chevron = isShown ? ChevronDown : ChevronRight
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={isShown} c="var(--accent)" fz="sm">
        <Chevron size={14} aria-hidden /> {t('form.more')}
      </UnstyledButton>
      <Collapse expanded={isShown}>
        <Stack gap="sm" pt="sm">
          <Select
            label={t('form.target')}
            data={[
              { value: '', label: t('form.targets.default') },
              ...targets.map((value) => ({ value, label: t(`form.targets.${value}`) })),
            ]}
            value={values.target}
            onChange={(value) => set('target', value ?? '')}
            error={errorOf('target')}
            allowDeselect={false}
          />
          <TextInput
            label={t('form.titleAttr')}
            value={values.titleAttr}
            onChange={({ currentTarget }) => set('titleAttr', currentTarget.value)}
            error={errorOf('titleAttr')}
            dir="auto"
          />
          <TextInput
            label={t('form.cssClasses')}
            description={t('form.cssClassesHelp')}
            value={values.cssClasses}
            onChange={({ currentTarget }) => set('cssClasses', currentTarget.value)}
            error={errorOf('cssClasses')}
          />
        </Stack>
      </Collapse>
    </div>
  )
}

function titleOf(
  t: ReturnType<typeof useTranslation<['menus', 'common']>>['t'],
  { item, parent }: Pick<ItemDialogProps, 'item' | 'parent'>,
): string {
  if (item !== undefined) return t('editTitle')
  return parent === undefined ? t('addTitle') : t('addBelowTitle', { label: parent.label })
}
