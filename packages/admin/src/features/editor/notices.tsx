import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { GitCompareArrows, PenOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Orphan } from './autosave/state.ts'
import { blocksParts } from './parts/block-parts.ts'
import { useNames } from './difference/names.ts'
import { isTyped, type Names, plainText } from './parts/parts.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { useNameOfSave } from './others/use-others.ts'
import { useVersionFields } from './term-fields.ts'
import { tones } from '../../ui/tones.ts'
import { UnsavedCopyNotice } from './unsaved-copy-notice.tsx'
import type { LocalCopy } from './use-local-copy.ts'

interface NoticesProps {
  readonly copy: LocalCopy
  readonly onCompare: () => void
}

/** The notices above the form; none of them takes the focus. */
export function Notices({ copy, onCompare }: NoticesProps) {
  return (
    <Stack gap="sm" className={classes['notices'] ?? ''} aria-live="polite">
      <UnsavedCopyNotice copy={copy} />
      <ConflictNotice onCompare={onCompare} />
      <GoneNotice />
      <OrphanNotice />
    </Stack>
  )
}

function ConflictNotice({ onCompare }: { readonly onCompare: () => void }) {
  const { t } = useTranslation('editor')
  // The keys are selected as one text, so that other changes of the draft cause no render.
  const keys = useDraft((draft) => Object.keys(draft.conflicts).join(' '))
  const name = useNameOfSave()
  const fieldsOfVersions = useVersionFields()
  if (keys === '') return null
  const fields = keys.split(' ').map((key) => fieldsOfVersions.find(({ slug }) => slug === key)?.label ?? key)
  const textValues = { count: fields.length, fields: fields.join(', '), name: name ?? t('conflict.somebody') }
  return (
    <Alert
      icon={<GitCompareArrows size={18} aria-hidden />}
      title={t('conflict.notice', textValues)}
      vars={tones.warn}
    >
      <Text size="sm">{t('conflict.noticeText')}</Text>
      <Button size="xs" mt="sm" onClick={onCompare}>
        {t('conflict.compare')}
      </Button>
    </Alert>
  )
}

/** Says that the item was deleted while it was open. */
function GoneNotice() {
  const { t } = useTranslation('editor')
  const halt = useDraft((draft) => draft.halt)
  if (halt?.kind !== 'gone') return null
  return (
    <Alert icon={<TriangleAlert size={18} aria-hidden />} title={t('gone.title')} vars={tones.danger}>
      {t('gone.text')}
    </Alert>
  )
}

/** Shows values whose fields were removed from the collection or got another type, so that they can be copied. */
function OrphanNotice() {
  const { t } = useTranslation(['editor', 'common'])
  const { saver } = useEditor()
  const orphans = useDraft((draft) => draft.orphans)
  if (orphans.length === 0) return null
  return (
    <Alert icon={<PenOff size={18} aria-hidden />} title={t('schema.title')} vars={tones.warn}>
      <Text size="sm">{t('schema.text')}</Text>
      {orphans.map((orphan) => (
        <OrphanText key={orphan.key} orphan={orphan} />
      ))}
      <Button size="xs" mt="sm" variant="default" onClick={() => saver.dispatch({ type: 'orphansRead' })}>
        {t('schema.read')}
      </Button>
    </Alert>
  )
}

function OrphanText({ orphan: { label, value } }: { readonly orphan: Orphan }) {
  const { t } = useTranslation(['editor', 'common'])
  const text = textOf(value, useNames())
  return (
    <div>
      <Group justify="space-between" mt="sm" mb={4}>
        <Text size="sm" fw={650}>
          <bdi>{label}</bdi>
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {t(copied ? 'common:copied' : 'common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <div className={classes['text']} dir="auto">
        {text}
      </div>
    </div>
  )
}

/** A value as text: rich text in words, other values as JSON. */
function textOf(value: unknown, names: Names): string {
  if (typeof value === 'string') return value
  const isRichText = Array.isArray(value) && value.every(isTyped)
  return isRichText ? plainText(blocksParts(value, names)) : JSON.stringify(value, null, 2)
}
