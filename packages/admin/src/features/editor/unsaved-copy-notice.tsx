import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../session/session.tsx'
import { shortTime } from '../../ui/times.tsx'
import { differingKeys } from './autosave/choosing.ts'
import type { StoredCopy } from './autosave/local-copies.ts'
import { shownValue } from './autosave/state.ts'
import { Difference } from './difference/difference-view.tsx'
import { useDraft, useEditor } from './editor-context.ts'
import { slugField } from './slug-field.ts'
import { labelled, useTermLabels, useVersionFields } from './term-fields.ts'
import { tones } from '../../ui/tones.ts'
import type { LocalCopy } from './use-local-copy.ts'

/**
 * Offers unsaved changes of an earlier visit: lists the fields, and compares both versions before the person decides.
 */
export function UnsavedCopyNotice({ copy }: { readonly copy: LocalCopy }) {
  return copy.found === null ? null : <FoundCopy copy={copy} found={copy.found} />
}

interface FoundProps {
  /** what the person can do with the copy */
  readonly copy: LocalCopy
  readonly found: StoredCopy
}

function FoundCopy({ copy, found }: FoundProps) {
  const { t } = useTranslation('editor')
  const fields = useFieldsOf(found)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Alert icon={<History size={18} aria-hidden />} title={t('copy.title')} vars={tones.accent}>
      <Text size="sm">{t('copy.text', { time: shortTime(new Date(found.at).toISOString()) })}</Text>
      {fields.length > 0 && (
        <Text size="sm" mt={4}>
          {t('copy.fields', { fields: fields.map(({ label }) => label).join(', ') })}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={copy.restore}>
          {t('copy.restore')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {t('conflict.compare')}
        </Button>
        <Button size="xs" variant="default" onClick={copy.discard}>
          {t('copy.discard')}
        </Button>
      </Group>
      <CopyDialog
        copy={copy}
        found={found}
        fields={fields}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Alert>
  )
}

/** The fields in which the copy differs; a removed field is named by its slug. */
function useFieldsOf(found: StoredCopy): readonly Field[] {
  const versionFields = useVersionFields()
  // As one text, so that other changes of the draft cause no render.
  const keysText = useDraft((draft) => JSON.stringify(differingKeys(draft, found)))
  return (JSON.parse(keysText) as string[]).map(
    (key) => versionFields.find(({ slug }) => slug === key) ?? { ...slugField(key), id: key, slug: key },
  )
}

interface DialogProps extends FoundProps {
  readonly fields: readonly Field[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Compares the current values with those of the copy. */
function CopyDialog({ copy, found, fields, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { saver } = useEditor()
  const draft = saver.getState()
  const labelOf = useTermLabels(isOpen)
  const current = fields.map(({ slug }) => [slug, shownValue(draft, slug)] as const)
  // `raw` is the text of a control that was not a valid value, such as incomplete JSON.
  const unsaved = Object.entries(found.edits).map(([key, { raw, value }]) => [key, raw ?? value] as const)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('copy.title')}
      size="60rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Difference
        fields={fields}
        before={{ name: t('history.now'), values: labelled(Object.fromEntries(current), labelOf) }}
        after={{ name: t('copy.unsaved'), values: labelled(Object.fromEntries(unsaved), labelOf) }}
      />
      <Group mt="lg" gap="xs" justify="flex-end">
        <Button variant="default" onClick={copy.discard}>
          {t('copy.discard')}
        </Button>
        <Button onClick={copy.restore}>{t('copy.restore')}</Button>
      </Group>
    </Modal>
  )
}
