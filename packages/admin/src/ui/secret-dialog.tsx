import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface Shown {
  readonly title: string
  readonly text: string
  /** the name of the secret */
  readonly label: string
  readonly secret: string
}

/** A secret is shown once, so the dialog does not close by a click outside. */
export function showSecret({ title, ...shown }: Shown): void {
  const id = modals.open({
    title,
    closeOnClickOutside: false,
    children: <Secret {...shown} close={() => modals.close(id)} />,
  })
}

function Secret({ text, label, secret, close }: Omit<Shown, 'title'> & { readonly close: () => void }) {
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
