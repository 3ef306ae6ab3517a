import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../model/address.ts'
import type { PickedItem } from '../types.ts'

/** A link that is being edited. */
export interface LinkDraft {
  readonly href: string
  /** whether it opens in a new tab */
  readonly isBlank: boolean
  /** the item that the link refers to, as it is stored; undefined for a typed address */
  readonly reference: unknown
  /** the text to insert with the link; null if the link is put on existing text, which stays as it is */
  readonly text: string | null
}

interface LinkDialogProps {
  readonly initial: LinkDraft
  readonly isNew: boolean
  readonly pickItem: (() => Promise<PickedItem | null>) | undefined
  readonly onDone: (link: LinkDraft) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

export function LinkDialog({ initial, isNew, pickItem, onDone, onRemove, onClose }: LinkDialogProps) {
  const { t } = useTranslation('richText')
  const [link, setLink] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React passes events through portals: a form around the editor must not be submitted as well.
    event.stopPropagation()
    const href = addressOf(link.href)
    if (href === null) setError(t(link.href.trim() === '' ? 'link.missing' : 'link.unsafe'))
    else onDone({ ...link, href, text: link.text === null ? null : link.text.trim() || href })
  }
  const pick = async (): Promise<void> => {
    const picked = await pickItem?.()
    if (picked === null || picked === undefined) return
    setError(null)
    setLink(({ text, isBlank }) => ({
      href: picked.href,
      isBlank,
      reference: picked.reference,
      text: text === '' ? picked.title : text,
    }))
  }
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
      title={t(isNew ? 'link.new' : 'link.edit')}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('link.address')}
            description={t('link.addressHint')}
            value={link.href}
            error={error}
            data-autofocus
            spellCheck={false}
            autoCapitalize="off"
            dir="ltr"
            onChange={({ currentTarget }) => {
              setError(null)
              // A typed address does not refer to the item that was chosen before.
              setLink({ ...link, href: currentTarget.value, reference: undefined })
            }}
          />
          {pickItem !== undefined && (
            <Button variant="default" onClick={() => void pick()}>
              {t('link.pick')}
            </Button>
          )}
          {link.text !== null && (
            <TextInput
              label={t('link.text')}
              value={link.text}
              dir="auto"
              onChange={({ currentTarget }) => setLink({ ...link, text: currentTarget.value })}
            />
          )}
          <Checkbox
            label={t('link.blank')}
            checked={link.isBlank}
            onChange={({ currentTarget }) => setLink({ ...link, isBlank: currentTarget.checked })}
          />
          <Group justify="space-between">
            {isNew ? (
              <span />
            ) : (
              <Button variant="subtle" color="red" onClick={onRemove}>
                {t('link.remove')}
              </Button>
            )}
            <Group>
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit">{t('link.apply')}</Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
