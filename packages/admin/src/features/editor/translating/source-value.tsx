import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { isSame } from '../autosave/same.ts'
import { type Item, shownValue } from '../autosave/state.ts'
import { partsOf } from '../difference/field-parts.ts'
import { richText } from '../difference/difference-view.tsx'
import { useNames } from '../difference/names.ts'
import { PiecesText } from '../difference/pieces-text.tsx'
import { RichText } from '../difference/rich/rich-difference.tsx'
import { shownPieces } from '../difference/shown-pieces.ts'
import { useDraft } from '../editor-context.ts'
import classes from '../editor.module.css'
import { languageName } from '../../../ui/language-name.ts'
import { useCopySource } from './use-copy-source.ts'

interface SourceValueProps {
  readonly field: Field
  readonly source: Item
  readonly isReadOnly: boolean
  /** whether the value has changed in the source after the translation was last written */
  readonly isChanged: boolean
}

/** The value of a field in the source of a translation, with a button to copy it. */
export function SourceValue({ field, source, isReadOnly, isChanged }: SourceValueProps) {
  const { t } = useTranslation('editor')
  const { slug, label } = field
  const value = source.data[slug]
  const names = useNames()
  const blocks = richText(field, value)
  const parts = blocks === null ? partsOf(field, value, names) : []
  /** whether the translation has the same value, so that copying would change nothing */
  const isSameAsSource = useDraft((draft) => isSame(shownValue(draft, slug), value))
  const copy = useCopySource()
  const locale = languageName(source.locale)
  return (
    <div
      className={classes['source']}
      role="group"
      aria-label={t('translations.source', { field: label, locale })}
    >
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {locale}
        </Text>
        {isChanged && <span className={classes['changed']}>{t('translations.changed')}</span>}
        {!isReadOnly && !isSameAsSource && (
          <Button
            size="compact-xs"
            variant="subtle"
            ms="auto"
            onClick={() => copy({ [slug]: value })}
            aria-label={t('translations.copyOf', { field: label })}
          >
            {t('translations.copy')}
          </Button>
        )}
      </Group>
      <div className={classes['text']} lang={source.locale} dir="auto">
        {blocks === null ? (
          // Compared with itself, the value is shown without differences.
          <PiecesText pieces={shownPieces(parts, parts)} side="added" />
        ) : (
          <RichText blocks={blocks} />
        )}
      </div>
    </div>
  )
}
