import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useIsSessionOver } from '../api/hooks.ts'
import { notifySessionRestored } from '../api/session-end.ts'
import { useSession } from '../session/session.tsx'

/** milliseconds between two checks whether the person has signed in again */
const pollInterval = 1500

/**
 * Shown when the session ends. The page keeps its state; the person signs in in another tab, then this page continues.
 */
export function SessionOverDialog() {
  const { t } = useTranslation(['shell', 'common'])
  const { person } = useSession()
  const isOver = useIsSessionOver()
  const isOther = useReturnOf(person.id, isOver)
  return (
    <Modal
      opened={isOver}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('sessionOver.title')}
    >
      <Text size="sm">
        {isOther ? t('sessionOver.other', { name: person.name ?? person.email }) : t('sessionOver.text')}
      </Text>
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {t('sessionOver.waiting')}
          </Text>
        </Group>
        <Button component="a" href="/_cms/sign-in" target="_blank" rel="noopener" data-autofocus>
          {t('sessionOver.signIn')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Polls until the same user is signed in again; returns true when another user is signed in. */
function useReturnOf(id: string, isOver: boolean): boolean {
  const client = useQueryClient()
  const [isOther, setIsOther] = useState(false)
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setInterval(() => {
      api.auth.me().then(
        ({ item }) => {
          setIsOther(item.id !== id)
          if (item.id !== id) return
          notifySessionRestored()
          void client.invalidateQueries()
        },
        // The person is not signed in yet.
        () => undefined,
      )
    }, pollInterval)
    return () => clearInterval(timer)
  }, [isOver, id, client])
  return isOther
}
