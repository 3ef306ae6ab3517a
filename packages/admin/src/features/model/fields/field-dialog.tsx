import { factsOf } from '../../../session/field-facts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import type { Collection, Field } from '../../../session/session.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { refreshModel, withSlugErrors, totalOf, usageQuery } from '../model-changes.ts'
import { proposalFor } from '../proposal.ts'
import { fieldTypeNames } from '../../editor/fields/registry.ts'
import { Consequences } from './consequences.tsx'
import { fieldProblems, isReadable } from './field-checks.ts'
import { FieldControls } from './field-controls.tsx'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'
import { changesOf, draftOf, newDraft, newFieldOf } from '../field-draft.ts'
import { MissingValues } from './missing-values.tsx'
import { withValidUnique } from './type-change.ts'
import type { ChosenType } from './type-chooser.tsx'

interface NewFieldProps {
  readonly collection: Collection
  readonly chosen: ChosenType
  readonly onClosed: () => void
}

/** The dialog that creates a field. */
export function NewFieldDialog({ collection, chosen, onClosed }: NewFieldProps) {
  const { t } = useTranslation('model')
  const [stored] = useState(() => ({ ...newDraft(chosen.type), options: chosen.options }))
  const usedSlugs = collection.fields.map(({ slug }) => slug)
  const slugOf = ({ slug, label }: FieldDraft) => slug ?? proposalFor(label, usedSlugs)
  const form = useDialogForm({
    stored,
    check: (draft) => fieldProblems(draft, { slug: slugOf(draft), usedSlugs }),
    save: (draft) =>
      withSlugErrors(
        api.schema.createField({
          collection: collection.slug,
          ...newFieldOf(withValidUnique(draft), slugOf(draft)),
        }),
      ),
    onSaved: () => void refreshModel(),
  })
  const draft = withValidUnique(form.values)
  // A new field affects existing items only if they need a value or get the default value.
  const affectsItems = draft.required || draft.defaultValue !== undefined
  const needsPreview = useHasContent(collection) && isReadable(draft) && affectsItems
  // The preview is requested before the field has a label or a slug, so placeholders are sent.
  const field = newFieldOf({ ...draft, label: 'x' }, slugOf(draft) || 'x')
  return (
    <FormDialog title={t('field.new')} submit={t('field.add')} form={form} onClosed={onClosed} size="lg">
      <FieldControls
        form={form}
        collection={collection}
        isNew
        place="collection"
        siblings={collection.fields}
        types={fieldTypeNames}
        proposal={slugOf({ ...draft, slug: null })}
      />
      <Consequences collection={collection.slug} change={needsPreview ? { createField: field } : null} />
    </FormDialog>
  )
}

interface EditFieldProps {
  readonly collection: Collection
  readonly field: Field
  readonly onClosed: () => void
}

/** The dialog that changes a field. */
export function EditFieldDialog({ collection, field, onClosed }: EditFieldProps) {
  const { t } = useTranslation(['model', 'common'])
  const fieldPath = { collectionSlug: collection.slug, fieldSlug: field.slug }
  const before = draftOf(field)
  const form = useDialogForm({
    stored: before,
    // The slug of an existing field stays, so it cannot be in use.
    check: (draft) => fieldProblems(draft, { slug: field.slug, usedSlugs: [] }),
    save: (draft) => api.schema.updateField({ ...fieldPath, ...changesOf(before, withValidUnique(draft)) }),
    onSaved: () => {
      notifySuccess(t('field.saved', { label: form.values.label }))
      void refreshModel()
    },
  })
  const draft = withValidUnique(form.values)
  // The label and the control affect no values, so they need no preview.
  const { label: _, widget: _widget, ...change } = changesOf(before, draft)
  const needsPreview = useHasContent(collection) && isReadable(draft) && Object.keys(change).length > 0
  return (
    <FormDialog
      title={t('field.edit', { label: field.label })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
      size="lg"
    >
      <FieldControls
        form={form}
        collection={collection}
        isNew={false}
        place="collection"
        siblings={collection.fields.filter(({ slug }) => slug !== field.slug)}
        // Types that accept all values of the present one.
        types={[field.type, ...factsOf(field).widerTypes]}
        proposal=""
      />
      <Consequences
        collection={collection.slug}
        change={needsPreview ? { updateField: { fieldSlug: field.slug, ...change } } : null}
      >
        {draft.required && !field.required && <MissingValues collection={collection} field={field} />}
      </Consequences>
    </FormDialog>
  )
}

/** Whether the collection has items, so that a change of its fields can affect values. */
function useHasContent({ slug }: Collection): boolean {
  const { data } = useQuery(usageQuery(slug))
  return data !== undefined && totalOf(data.item) > 0
}
