import { Anchor } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { missingFields } from './autosave/schedule.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { focusField } from './focus-field.ts'

/**
 * Lists the required fields that an item lacks, after an attempt to save or publish it; each entry leads to its field.
 */
export function MissingFields() {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  // The slugs are selected as one text, so that other changes of the draft cause no render.
  const joined = useDraft((draft) =>
    draft.wasAttempted
      ? missingFields(draft)
          .map(({ key }) => key)
          .join(' ')
      : '',
  )
  const missing = new Set(joined.split(' '))
  const fields = collection.fields.filter(({ slug }) => missing.has(slug))
  return (
    <div role="status" className={classes['missing']} data-shown={fields.length > 0 || undefined}>
      {fields.length > 0 && (
        <>
          <CircleAlert size={16} aria-hidden />
          <span>{t('missing')}</span>
          {fields.map(({ slug, label }) => (
            <Anchor key={slug} component="button" type="button" size="sm" onClick={() => focusField(slug)}>
              <bdi>{label}</bdi>
            </Anchor>
          ))}
        </>
      )}
    </div>
  )
}
