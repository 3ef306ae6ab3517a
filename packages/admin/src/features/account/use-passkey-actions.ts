import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import { addPasskey } from '../../api/passkeys.ts'
import { confirm } from '../../ui/confirm.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { accountKeys, type Passkey } from './account-queries.ts'

interface Action {
  readonly run: () => Promise<unknown>
  readonly done: string
}

/** Actions on passkeys: add, replace, delete. */
export function usePasskeyActions() {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (_, { done }) => notifySuccess(done),
    onError: (error) => notifyError(error),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.passkeys }),
  })
  return {
    isBusy: isPending,
    add: () => mutate({ run: () => addPasskey(), done: t('passkeys.added') }),
    /** Creates a passkey in place of this one, which is then deleted. */
    renew: (passkey: Passkey) => mutate({ run: () => renewPasskey(passkey), done: t('passkeys.renewed') }),
    remove: async ({ id, name }: Passkey) => {
      const agrees = await confirm({
        title: t('passkeys.deleteTitle', { name: inSentence(name) }),
        text: t('passkeys.deleteText'),
        action: t('common:delete'),
        isDangerous: true,
      })
      if (agrees) mutate({ run: () => api.passkeys.delete({ id }), done: t('passkeys.deleted') })
    },
  }
}

async function renewPasskey({ id, name }: Passkey): Promise<void> {
  await addPasskey(name)
  await api.passkeys.delete({ id }).catch((error: unknown) => {
    // Another tab has already deleted it.
    if (!isFailure(error, 404)) throw error
  })
}
