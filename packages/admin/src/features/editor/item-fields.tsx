import { useTranslation } from 'react-i18next'
import type { Field } from '../../session/session.tsx'
import { isMissing } from './autosave/schedule.ts'
import { type DraftState, shownValue } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { FieldGrid } from './field-grid.tsx'
import { FieldRow } from './field-row.tsx'
import { conditionOf, isShown } from './structure/show-if.ts'
import type { Source } from './translating/use-source.ts'

interface ItemFieldsProps {
  /** whether a new translation is written, which starts with the shared values */
  readonly isTranslation: boolean
  readonly source: Source
  readonly onCompare: () => void
}

/** The fields of the open item, as the collection arranges them. */
export function ItemFields({ isTranslation, source, onCompare }: ItemFieldsProps) {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const { fields } = collection
  // A field whose condition is not met is hidden, unless something is wrong with it.
  const hidden = useSlugs((draft) =>
    fields.filter(
      (field) =>
        conditionOf(field) !== undefined &&
        !isShown(field, fields, (slug) => shownValue(draft, slug)) &&
        !isWrong(draft, field),
    ),
  )
  const wrong = useSlugs((draft) => fields.filter((field) => isWrong(draft, field)))
  return (
    <section className={classes['fields']} aria-label={t('fields.title')}>
      {fields.length === 0 && t('fields.none')}
      <FieldGrid
        fields={fields.filter(({ slug }) => !hidden.has(slug))}
        isMarked={({ slug }) => wrong.has(slug)}
      >
        {(field) => (
          <FieldRow
            key={`${field.slug} ${field.type}`}
            field={field}
            isShared={isTranslation && !field.translatable}
            source={source.shownItem}
            isSourceChanged={source.changes?.fields?.has(field.slug) === true}
            onCompare={onCompare}
          />
        )}
      </FieldGrid>
    </section>
  )
}

/** The slugs of some fields. They are selected as one text, so that other changes cause no render. */
function useSlugs(select: (draft: DraftState) => readonly Field[]): ReadonlySet<string> {
  const joined = useDraft((draft) =>
    select(draft)
      .map(({ slug }) => slug)
      .join(' '),
  )
  return new Set(joined.split(' '))
}

/** Whether something in a field prevents the item from being saved or published. */
function isWrong(draft: DraftState, { slug }: Field): boolean {
  return (
    slug in draft.refusals ||
    slug in draft.conflicts ||
    draft.edits[slug]?.problem !== undefined ||
    (draft.wasAttempted && isMissing(draft, slug))
  )
}
