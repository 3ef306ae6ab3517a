import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { accountKeys } from './account-queries.ts'
import { nameProblem } from './name-problem.ts'
import { showNewToken } from './new-token.tsx'
import { type Expiry, ExpirySelect, expiryOf } from './token-expiry.tsx'
import { limitOf, TokenLimits } from './token-limits.tsx'

interface SiteTokenValues {
  readonly name: string
  /** empty for no limit */
  readonly collections: string[]
  readonly locales: string[]
  readonly expiry: Expiry
}

const empty: SiteTokenValues = { name: '', collections: [], locales: [], expiry: 'never' }

/** Creates a token for a site; it is shown once. */
export function SiteTokenDialog({ onClosed }: { readonly onClosed: () => void }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const form = useDialogForm({
    stored: empty,
    check: ({ name }) => ({ name: nameProblem(name) }),
    save: ({ name, collections, locales, expiry }) =>
      api.tokens.createForSite({
        name,
        collections: limitOf(collections),
        locales: limitOf(locales),
        expiresAt: expiryOf(expiry),
      }),
    onSaved: ({ token, item }) => {
      showNewToken(item.name, token)
      void client.invalidateQueries({ queryKey: accountKeys.siteTokens })
    },
  })
  return (
    <FormDialog title={t('siteTokens.add')} submit={t('tokens.form.submit')} form={form} onClosed={onClosed}>
      <TextInput
        label={t('tokens.form.name')}
        description={t('siteTokens.nameHelp')}
        autoComplete="off"
        required
        data-autofocus
        {...bindText(form, 'name')}
      />
      <TokenLimits form={form} />
      <ExpirySelect value={form.values.expiry} onChange={(expiry) => form.set('expiry', expiry)} />
    </FormDialog>
  )
}
