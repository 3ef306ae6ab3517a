import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { inSentence } from '../../ui/item-title.ts'

/** The only time that a token is seen: no slip of the pointer closes it. */
export function showNewToken(name: string, token: string): void {
  const id = modals.open({
    title: i18next.t('account:tokens.made.title', { name: inSentence(name) }),
    closeOnClickOutside: false,
    children: <NewToken token={token} close={() => modals.close(id)} />,
  })
}

function NewToken({ token, close }: { readonly token: string; readonly close: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <Stack>
      <Text size="sm">{t('tokens.made.text')}</Text>
      <TextInput
        label={t('tokens.made.label')}
        value={token}
        readOnly
        ff="monospace"
        onFocus={(event) => event.target.select()}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('tokens.made.done')}
        </Button>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              aria-live="polite"
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('common:copied') : t('common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
