import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { isEmptyValue, isSame } from '../autosave/same.ts'
import { type Item, shownValue } from '../autosave/state.ts'
import { partsOf } from '../difference/field-parts.ts'
import { useNames } from '../difference/names.ts'
import { PiecesText } from '../difference/pieces-text.tsx'
import { shownPieces } from '../difference/shown-pieces.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import classes from '../editor.module.css'
import { languageName } from '../../../ui/language-name.ts'

interface SourceValueProps {
  readonly field: Field
  readonly source: Item
  readonly isReadOnly: boolean
}

/** The value of a field in the source of a translation, with a button to copy it. */
export function SourceValue({ field, source, isReadOnly }: SourceValueProps) {
  const { t } = useTranslation('editor')
  const { slug, label } = field
  const value = source.data[slug]
  const parts = partsOf(field, value, useNames())
  const isCopied = useDraft((draft) => isSame(shownValue(draft, slug), value))
  const copy = useCopy(slug)
  const locale = languageName(source.locale)
  return (
    <div
      className={classes['source']}
      role="group"
      aria-label={t('translations.source', { field: label, locale })}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {locale}
        </Text>
        {!isReadOnly && !isCopied && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => copy(value)}
            aria-label={t('translations.copyOf', { field: label })}
          >
            {t('translations.copy')}
          </Button>
        )}
      </Group>
      <div className={classes['text']} lang={source.locale} dir="auto">
        <PiecesText pieces={shownPieces(parts, parts)} side="added" />
      </div>
    </div>
  )
}

/** Sets the value of a field; undo restores the previous value. */
function useCopy(key: string): (value: unknown) => void {
  const { t } = useTranslation('editor')
  const { saver } = useEditor()
  const put = (value: unknown) => {
    const { base } = saver.getState()
    saver.dispatch({ type: 'restored', copy: { edits: { [key]: { value } }, base }, now: Date.now() })
  }
  return (value) => {
    const before = shownValue(saver.getState(), key)
    put(value)
    if (!isEmptyValue(before)) notifySuccess(t('translations.copied'), () => put(before))
  }
}
