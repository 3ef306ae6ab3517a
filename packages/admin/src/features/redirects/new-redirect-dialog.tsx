import { Select, Stack, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'

const statuses = [301, 302, 307, 308] as const
const statusNames = {
  301: 'statuses.permanent',
  302: 'statuses.temporary',
  307: 'statuses.temporaryForms',
  308: 'statuses.permanentForms',
} as const

/** Creates a redirect. */
export function NewRedirectDialog({ onClosed }: { readonly onClosed: () => void }) {
  const { t } = useTranslation(['redirects', 'common', 'forms'])
  const client = useQueryClient()
  const addressProblem = (value: string) =>
    value.trim() === '' ? t('forms:required') : longerThan(value, limits.url)
  const form = useDialogForm({
    stored: { from: '', to: '', status: 301 as (typeof statuses)[number] },
    check: ({ from, to }) => ({ from: addressProblem(from), to: addressProblem(to) }),
    save: ({ from, to, status }) => api.redirects.create({ from: from.trim(), to: to.trim(), status }),
    onSaved: () => {
      notifySuccess(t('created'))
      void client.invalidateQueries({ queryKey: keys.redirects })
    },
  })
  return (
    <FormDialog title={t('new')} submit={t('common:create')} form={form} onClosed={onClosed}>
      <Stack>
        <TextInput
          label={t('from')}
          description={t('fromHelp')}
          required
          data-autofocus
          dir="ltr"
          spellCheck={false}
          {...bindText(form, 'from')}
        />
        <TextInput
          label={t('to')}
          description={t('toHelp')}
          required
          dir="ltr"
          spellCheck={false}
          {...bindText(form, 'to')}
        />
        <Select
          label={t('status')}
          data={statuses.map((status) => ({ value: String(status), label: t(statusNames[status]) }))}
          value={String(form.values.status)}
          onChange={(chosen) =>
            form.set('status', statuses.find((status) => String(status) === chosen) ?? 301)
          }
          allowDeselect={false}
        />
      </Stack>
    </FormDialog>
  )
}
