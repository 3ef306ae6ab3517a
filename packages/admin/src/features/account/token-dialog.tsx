import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type Scope, scopeMinimumRole, scopes } from '@octavo/contract/access'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useSession } from '../../session/session.tsx'
import { bind, bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { accountKeys } from './account-queries.ts'
import { nameProblem } from './name-problem.ts'
import { showNewToken } from './new-token.tsx'
import { scopeText } from './scope-text.ts'
import { type Expiry, ExpirySelect, expiryOf } from './token-expiry.tsx'
import { limitOf, TokenLimits } from './token-limits.tsx'
import { TokenRights } from './token-rights.tsx'

const views = ['live', 'latest'] as const
type View = (typeof views)[number]

interface TokenValues {
  readonly name: string
  readonly scopes: string[]
  /** null until the person chooses one; until then it follows from the scopes */
  readonly view: View | null
  /** slugs; empty for all */
  readonly collections: string[]
  readonly locales: string[]
  readonly canPublish: boolean
  readonly canDelete: boolean
  readonly changeSetsOnly: boolean
  readonly confirmDestructive: boolean
  readonly expiry: Expiry
}

const empty: TokenValues = {
  name: '',
  scopes: ['content:read'],
  view: null,
  collections: [],
  locales: [],
  canPublish: true,
  canDelete: true,
  changeSetsOnly: false,
  confirmDestructive: false,
  expiry: 'days90',
}

/**
 * Creates a personal access token; it is shown once. The person can choose only scopes that their role has. Limits are
 * chosen from the workspace, which is loaded only for people who can read drafts.
 */
export function TokenDialog({ onClosed }: { readonly onClosed: () => void }) {
  const { t } = useTranslation('account')
  const { person, can } = useSession()
  const client = useQueryClient()
  const offered = (Object.keys(scopes) as Scope[]).filter((scope) => person.role >= scopeMinimumRole[scope])
  const form = useDialogForm({
    stored: empty,
    check: (values) => ({
      name: nameProblem(values.name),
      scopes: values.scopes.length === 0 ? t('tokens.form.noScopes') : undefined,
    }),
    save: (values) =>
      api.tokens.createOwn({
        name: values.name,
        scopes: values.scopes as Scope[],
        view: viewOf(values),
        collections: limitOf(values.collections),
        locales: limitOf(values.locales),
        canPublish: values.canPublish,
        canDelete: values.canDelete,
        changeSetsOnly: values.changeSetsOnly,
        confirmDestructive: values.confirmDestructive,
        expiresAt: expiryOf(values.expiry),
      }),
    onSaved: ({ token, item }) => {
      showNewToken(item.name, token)
      void client.invalidateQueries({ queryKey: accountKeys.tokens })
    },
  })
  return (
    <FormDialog
      title={t('tokens.form.title')}
      submit={t('tokens.form.submit')}
      form={form}
      onClosed={onClosed}
    >
      <TextInput
        label={t('tokens.form.name')}
        description={t('tokens.form.nameHelp')}
        autoComplete="off"
        required
        data-autofocus
        {...bindText(form, 'name')}
      />
      <Checkbox.Group label={t('tokens.form.scopes')} {...bind(form, 'scopes')}>
        <Stack gap="xs" mt="xs">
          {offered.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={scopeText(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('tokens.form.view')}
        description={t('tokens.form.viewHelp')}
        value={viewOf(form.values)}
        onChange={({ currentTarget }) => form.set('view', currentTarget.value as View)}
        data={views.map((value) => ({ value, label: t(`tokens.views.${value}`) }))}
        maw={320}
      />
      {can('content.readDrafts') && <TokenLimits form={form} />}
      {form.values.scopes.some((scope) => !scope.endsWith(':read')) && <TokenRights form={form} />}
      <ExpirySelect value={form.values.expiry} onChange={(expiry) => form.set('expiry', expiry)} />
    </FormDialog>
  )
}

/**
 * The chosen view; by default `live` for a token that only reads, because it is most likely for a public site, which
 * must not show drafts.
 */
function viewOf({ view, scopes: chosen }: TokenValues): View {
  return view ?? (chosen.every((scope) => scope.endsWith(':read')) ? 'live' : 'latest')
}
