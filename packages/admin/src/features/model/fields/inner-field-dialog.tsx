import { useTranslation } from 'react-i18next'
import { factsOf } from '../../../session/field-facts.ts'
import type { Collection } from '../../../session/session.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../../ui/form/use-dialog-form.ts'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'
import { type InnerField, innerFieldOf } from '../inner-field.ts'
import { proposalFor } from '../proposal.ts'
import { fieldTypeNames } from '../../editor/fields/registry.ts'
import { fieldProblems } from './field-checks.ts'
import { FieldControls } from './field-controls.tsx'

/**
 * The types to choose from. A new field can have any type, an existing one only a type that accepts all its values. A
 * kind of blocks keeps its type.
 */
function typesFor(stored: FieldDraft, { isNew, isKind }: { isNew: boolean; isKind: boolean }) {
  if (isKind) return [stored.type]
  return isNew ? fieldTypeNames : [stored.type, ...factsOf(stored).widerTypes]
}

interface InnerFieldDialogProps {
  readonly stored: FieldDraft
  readonly isNew: boolean
  /** whether the field is a kind of blocks */
  readonly isKind: boolean
  /** the other fields within the same field */
  readonly siblings: readonly InnerField[]
  readonly collection: Collection
  readonly onSaved: (field: InnerField) => void
  readonly onClosed: () => void
}

/**
 * The form of a field within another one. It sends nothing: the inner field is saved with the field that contains it.
 */
export function InnerFieldDialog({ stored, isNew, isKind, siblings, ...props }: InnerFieldDialogProps) {
  const { t } = useTranslation(['model', 'common'])
  const usedSlugs = siblings.map(({ slug }) => slug)
  const slugOf = ({ slug, label }: FieldDraft) => slug ?? proposalFor(label, usedSlugs)
  const form = useDialogForm({
    stored,
    check: (draft) => fieldProblems(draft, { slug: slugOf(draft), usedSlugs }),
    // Through JSON, because that replaces a default value that is a typed text (`UnreadJson`) by its parsed value.
    save: (draft) =>
      Promise.resolve(JSON.parse(JSON.stringify(innerFieldOf(draft, slugOf(draft)))) as InnerField),
    onSaved: props.onSaved,
  })
  const texts = isKind
    ? ({ title: 'inner.newKind', submit: 'inner.addKind' } as const)
    : ({ title: 'inner.new', submit: 'inner.add' } as const)
  return (
    <FormDialog
      title={isNew ? t(texts.title) : t('field.edit', { label: stored.label })}
      submit={t(isNew ? texts.submit : 'inner.keep')}
      form={form}
      onClosed={props.onClosed}
      size="lg"
    >
      <FieldControls
        form={form}
        collection={props.collection}
        isNew={isNew}
        place={isKind ? 'kind' : 'inner'}
        siblings={siblings}
        types={typesFor(stored, { isNew, isKind })}
        proposal={slugOf({ ...form.values, slug: null })}
      />
    </FormDialog>
  )
}
