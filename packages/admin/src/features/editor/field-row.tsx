import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { Button, Group, Text } from '@mantine/core'
import { GitCompareArrows } from 'lucide-react'
import { createElement, type FocusEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { comparisonOf } from '../../session/field-facts.ts'
import type { Field } from '../../session/session.tsx'
import { problemText } from '../../ui/values/problem-text.ts'
import type { Problem } from '../../ui/values/unread.ts'
import type { Saver } from './autosave/saver.ts'
import { isEmptyValue } from './autosave/same.ts'
import { isMissing } from './autosave/schedule.ts'
import { type Edit, type Item, shownValue } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { titleFieldOf } from './field-facts.ts'
import { widthOf } from './field-grid.tsx'
import { controlOf } from './fields/registry.ts'
import { limitProblem } from './field-limits.ts'
import { useNameOfSave } from './others/use-others.ts'
import { FieldPeople } from './others/field-people.tsx'
import { StructureField } from './structure-form/structure-field.tsx'
import { messageAt, placesBelow } from './structure/refused-places.ts'
import { SourceValue } from './translating/source-value.tsx'
import { useFieldHelp } from './use-field-help.tsx'

interface FieldRowProps {
  readonly field: Field
  /** whether all translations share the value, so that a new one starts with it */
  readonly isShared: boolean
  /** the source of a translation, while it is shown */
  readonly source: Item | null
  /** whether the value has changed in the source after the translation was last written */
  readonly isSourceChanged: boolean
  readonly onCompare: () => void
}

/** A field with its label, its control, its rules and its problems. */
export function FieldRow({ field, isShared, source, isSourceChanged, onCompare }: FieldRowProps) {
  const { saver, collection, isReadOnly } = useEditor()
  const { slug } = field
  const value = useDraft((draft) => shownValue(draft, slug))
  const raw = useDraft((draft) => draft.edits[slug]?.raw)
  const problem = useDraft((draft) => draft.edits[slug]?.problem) as Problem | undefined
  const version = useDraft((draft) => draft.versions[slug] ?? 0)
  const isInConflict = useDraft((draft) => draft.conflicts[slug] !== undefined)
  const error = useFieldError(field, value, problem)
  const places = useDraft((draft) => draft.refusals[slug]?.places)
  const issues = useMemo(() => placesBelow(places ?? [], ''), [places])
  const help = useFieldHelp(field, value, isReadOnly || isShared)
  const edit = editFunction(saver, slug)
  const isTitle = titleFieldOf(collection) === field
  const control = createElement(structureWidgetOf(field) === null ? controlOf(field) : StructureField, {
    field,
    value,
    raw,
    problem,
    version,
    label: <bdi>{field.label}</bdi>,
    name: field.label,
    description: help,
    error,
    issues,
    isReadOnly: isReadOnly || isShared,
    isTitle,
    onChange: (next) => edit({ value: next }),
    onRaw: (text, why) => edit({ value: undefined, raw: text, problem: why }),
  })
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) saver.dispatch({ type: 'blurred' })
  }
  return (
    <div
      className={classes['field']}
      data-field={slug}
      // Focus mode shows only the title, texts, and fields with an error.
      data-essential={isTitle || field.type === 'portableText' || undefined}
      // A translation shows the value of its source beside the field, so the row takes the whole width.
      data-width={source === null ? widthOf(field) : undefined}
      data-readonly={isReadOnly || isShared || undefined}
      onFocus={() => {
        if (saver.getState().focus?.key !== slug) saver.dispatch({ type: 'focused', key: slug })
      }}
      onBlur={blur}
    >
      <FieldPeople field={slug} />
      {source !== null && field.translatable && !isEmptyValue(source.data[slug]) ? (
        <div className={classes['pair']}>
          <SourceValue field={field} source={source} isReadOnly={isReadOnly} isChanged={isSourceChanged} />
          <div data-control>{control}</div>
        </div>
      ) : (
        control
      )}
      {isInConflict && <ConflictNote onCompare={onCompare} />}
    </div>
  )
}

/** The function that puts an edit of one field into the draft. */
function editFunction(saver: Saver, key: string): (edit: Edit) => void {
  return (edit) => saver.dispatch({ type: 'edited', key, edit, now: Date.now() })
}

/** The error of a field: a problem that this page finds while the person types, or the refusal of the service. */
function useFieldError(field: Field, value: unknown, problem: Problem | undefined): string | undefined {
  const { t } = useTranslation(['editor', 'forms'])
  const { slug, required, type } = field
  const refusal = useDraft((draft) => {
    // Rich text shows what is wrong within it at its blocks, so its error is only about the whole value.
    const { places, message } = draft.refusals[slug] ?? {}
    return type === 'portableText' && places !== undefined ? messageAt(places, '') : message
  })
  // A problem of a control within a structured field is shown at that control.
  const isInner = useDraft((draft) => draft.edits[slug]?.inner !== undefined)
  const isValueMissing = useDraft((draft) => {
    // Without an attempt to save or publish, only fields that the person has changed are reported, and none of a new
    // item.
    const mayReport = draft.wasAttempted || (draft.item !== null && draft.edits[slug] !== undefined)
    // Only the whole value counts here, because an empty field within a structured one is marked itself. A text that is
    // not a valid value is not missing (`isMissing`).
    return required && mayReport && isEmptyValue(shownValue(draft, slug)) && isMissing(draft, slug)
  })
  if (problem !== undefined && !isInner) return problemText(problem, comparisonOf(field) === 'integer')
  if (isValueMissing) return t('problems.required')
  return limitProblem(field, value, t) ?? refusal
}

function ConflictNote({ onCompare }: { readonly onCompare: () => void }) {
  const { t } = useTranslation('editor')
  const name = useNameOfSave() ?? t('conflict.somebody')
  return (
    <Group gap="xs" mt={6} className={classes['note'] ?? ''}>
      <GitCompareArrows size={16} aria-hidden />
      <Text size="sm">{t('conflict.field', { name })}</Text>
      <Button size="compact-sm" variant="light" onClick={onCompare}>
        {t('conflict.compare')}
      </Button>
    </Group>
  )
}
