import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../../ui/notify.tsx'
import { shownValue } from './autosave/state.ts'
import { FieldDifference } from './difference/difference-view.tsx'
import { useDraft, useEditor } from './editor-context.ts'
import { useNameOfSave } from './others/use-others.ts'
import { useTermLabels, useVersionFields } from './term-fields.ts'

interface ConflictProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows both versions of each field with a conflict side by side; the person chooses one per field. */
export function ConflictDialog({ isOpen, onClose }: ConflictProps) {
  const { t } = useTranslation(['editor', 'common'])
  const conflicts = useDraft((draft) => draft.conflicts)
  const known = useVersionFields()
  const fields = known.filter(({ slug }) => slug in conflicts)
  return (
    <Modal
      opened={isOpen && fields.length > 0}
      onClose={onClose}
      title={t('conflict.title')}
      size="60rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text size="sm" mb="md">
        {t('conflict.text')}
      </Text>
      <Stack gap="xl">
        {fields.map((field) => (
          <Conflict key={field.slug} field={field} theirs={conflicts[field.slug]?.theirs} />
        ))}
      </Stack>
    </Modal>
  )
}

interface OneConflictProps {
  readonly field: Parameters<typeof FieldDifference>[0]['field']
  readonly theirs: unknown
}

function Conflict({ field, theirs }: OneConflictProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { saver } = useEditor()
  const { slug, label } = field
  const labelOf = useTermLabels()
  const name = useNameOfSave()
  const mine = useDraft((draft) => draft.edits[slug]?.raw ?? shownValue(draft, slug))
  const choose = (choice: 'mine' | 'theirs') => {
    const edit = saver.getState().edits[slug]
    saver.dispatch({ type: 'chosen', key: slug, choice, now: Date.now() })
    // Undo restores the version that was not chosen.
    const other = choice === 'mine' ? { value: theirs } : edit
    if (other === undefined) return
    notifySuccess(t(choice === 'mine' ? 'conflict.keptMine' : 'conflict.tookTheirs', { field: label }), () =>
      saver.restore({ edits: { [slug]: other } }),
    )
  }
  return (
    <section aria-label={label}>
      <Title order={3} size="h5" mb={6}>
        <bdi>{label}</bdi>
      </Title>
      <FieldDifference
        field={field}
        before={{ name: name ?? t('conflict.theirs'), value: labelOf(slug, theirs) }}
        after={{ name: t('conflict.mine'), value: labelOf(slug, mine) }}
      />
      <Group mt="sm" gap="xs">
        <Button variant="default" onClick={() => choose('theirs')}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button onClick={() => choose('mine')}>{t('conflict.keepMine')}</Button>
      </Group>
    </section>
  )
}
