import { Anchor, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useIsReauthenticationAsked } from '../api/hooks.ts'
import { knowsPasskeys } from '../api/knows-passkeys.ts'
import { keys } from '../api/queries.ts'
import { reauthentication } from '../api/reauthentication.ts'

/** milliseconds between two checks whether the person has authenticated */
const pollInterval = 1000

/** the `z-index` that places the dialog above the dialog of the form that made the call */
const aboveDialogs = 400

/**
 * Asks the person to authenticate again before a call that gives lasting access: with a passkey in this page, or by a
 * mailed link in another tab; then the call is repeated.
 */
export function ReauthenticationDialog() {
  const { t } = useTranslation('shell')
  const isAsked = useIsReauthenticationAsked()
  useSessionPolling(isAsked)
  return (
    <Modal
      opened={isAsked}
      onClose={() => reauthentication.end(false)}
      withCloseButton={false}
      title={t('reauthentication.title')}
      zIndex={aboveDialogs}
    >
      <Question />
    </Modal>
  )
}

/** The content of the dialog: a passkey if the person has one and the browser supports it, otherwise a mailed link. */
function Question() {
  const { t } = useTranslation(['shell', 'common'])
  const { data, isError } = useQuery({
    queryKey: [...keys.account, 'has-passkeys'],
    queryFn: async ({ signal }) => (await api.passkeys.list({}, { signal })).items.length > 0,
    enabled: knowsPasskeys(),
    // After a failure, the dialog offers the link at once.
    retry: false,
    // Each opening of the dialog asks again, because passkeys can be added and deleted meanwhile.
    gcTime: 0,
  })
  /** whether the request for the person's passkeys has no response yet */
  const isUnknown = knowsPasskeys() && data === undefined && !isError
  return (
    <Stack>
      <Text size="sm">{t(data === true ? 'reauthentication.withPasskey' : 'reauthentication.text')}</Text>
      {isUnknown && <Loader size="sm" aria-label={t('common:loading')} />}
      {data === true && <WithPasskey />}
      {!isUnknown && data !== true && <ByLink />}
    </Stack>
  )
}

function WithPasskey() {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await import('../api/passkeys.ts')).confirmWithPasskey(),
    onSuccess: () => reauthentication.end(true),
  })
  return (
    <>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {failureText(error, common)}
        </Text>
      )}
      <Anchor href="/_cms/reauthenticate" target="_blank" rel="noopener" size="sm">
        {t('reauthentication.otherWay')}
      </Anchor>
      <Group justify="flex-end" gap="sm">
        <CancelButton />
        <Button
          data-autofocus
          loading={isPending}
          leftSection={<Fingerprint size={16} aria-hidden />}
          onClick={() => mutate()}
        >
          {t('reauthentication.usePasskey')}
        </Button>
      </Group>
    </>
  )
}

function ByLink() {
  const { t } = useTranslation('shell')
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          {t('reauthentication.waiting')}
        </Text>
      </Group>
      <Group gap="sm">
        <CancelButton />
        <Button component="a" href="/_cms/reauthenticate" target="_blank" rel="noopener" data-autofocus>
          {t('reauthentication.confirm')}
        </Button>
      </Group>
    </Group>
  )
}

function CancelButton() {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={() => reauthentication.end(false)}>
      {t('cancel')}
    </Button>
  )
}

/** Polls while the dialog is open, until the session has been authenticated after it was opened. */
function useSessionPolling(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined
    let before: string | undefined
    const checkSession = async (): Promise<void> => {
      // Compares the current session of each poll, because signing in by a link replaces it by another one.
      const { items } = await api.sessions.list()
      const now = items.find(({ isCurrent }) => isCurrent)?.authenticatedAt
      before ??= now
      if (now !== undefined && before !== undefined && now > before) reauthentication.end(true)
    }
    // A failed poll is ignored: the next one follows.
    const poll = (): void => void checkSession().catch(() => undefined)
    poll()
    const timer = setInterval(poll, pollInterval)
    return () => clearInterval(timer)
  }, [isAsked])
}
