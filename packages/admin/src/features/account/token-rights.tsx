import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../ui/form/use-form.ts'

interface RightValues {
  readonly canPublish: boolean
  readonly canDelete: boolean
  readonly changeSetsOnly: boolean
  readonly confirmDestructive: boolean
}

const rights = ['canPublish', 'canDelete', 'changeSetsOnly', 'confirmDestructive'] as const

/** The form fields for the rights and the restrictions of a token with write access. */
export function TokenRights<Values extends RightValues>({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('account')
  return (
    <Stack gap="xs">
      {rights.map((right) => (
        <Checkbox
          key={right}
          label={t(`tokens.form.${right}`)}
          description={t(`tokens.form.${right}Help`)}
          checked={form.values[right]}
          onChange={({ currentTarget }) => form.set(right, currentTarget.checked as Values[typeof right])}
        />
      ))}
    </Stack>
  )
}
