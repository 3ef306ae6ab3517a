import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { notifyError, notifyProblem, notifySuccess } from '../../ui/notify.tsx'
import type { Webhook } from './webhook-queries.ts'

interface TestButtonProps {
  readonly webhook: Webhook
  readonly icon: ReactNode
}

/** Sends a test delivery and shows its result. */
export function TestButton({ webhook: { id }, icon }: TestButtonProps) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.webhooks.test({ id }),
    onSuccess: ({ item: { failure, status } }) => {
      if (failure === null) notifySuccess(t('testDelivered'))
      else notifyProblem(t(`failures.${failure}`, { status }), t('testFailed'))
    },
    onError: (error) => notifyError(error),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.webhooks }),
  })
  return (
    <Button variant="default" leftSection={icon} loading={isPending} onClick={() => mutate()}>
      {t('test')}
    </Button>
  )
}
