import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface SecretOptions {
  readonly title: string
  readonly text: string
  /** what the secret is, as the label of its field */
  readonly label: string
  readonly secret: string
}

/** Shows a secret in a dialog. It is shown only once, so a click outside does not close the dialog. */
export function showSecret({ title, ...shown }: SecretOptions): void {
  const id = modals.open({
    title,
    closeOnClickOutside: false,
    children: <Secret {...shown} close={() => modals.close(id)} />,
  })
}

function Secret({
  text,
  label,
  secret,
  close,
}: Omit<SecretOptions, 'title'> & { readonly close: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text size="sm">{text}</Text>
      <TextInput
        label={label}
        value={secret}
        readOnly
        ff="monospace"
        onFocus={(event) => event.target.select()}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('haveCopied')}
        </Button>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              aria-live="polite"
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
