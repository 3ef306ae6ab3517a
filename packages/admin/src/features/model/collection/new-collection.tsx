import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { useWorkspace } from '../../../session/session.tsx'
import { bind } from '../../../ui/form/bind.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { NameInput } from '../../../ui/form/name-input.tsx'
import { useDialogForm } from '../../../ui/form/use-dialog-form.ts'
import { notifyError } from '../../../ui/notify.tsx'
import type { NewCollectionProps } from '../../editor/fields/settings/new-collection-context.ts'
import { refreshModel, withSlugErrors } from '../model-changes.ts'
import { proposalFor } from '../proposal.ts'
import { collectionProblems, slugProblemOf } from './collection-checks.ts'
import { type CollectionDraft, CollectionControls } from './collection-controls.tsx'
import { FeaturesChoice } from './features-choice.tsx'

const initialDraft: CollectionDraft = {
  label: '',
  slug: null,
  labelSingular: '',
  description: '',
  urlPattern: '',
  publicRead: false,
  singleton: false,
  icon: 'file-text',
  supports: ['drafts', 'revisions', 'scheduling', 'search'],
  hasTitle: true,
}

/** Creates a collection, by default with a title field. */
export function NewCollection({ onCreated, onClosed }: NewCollectionProps) {
  const { t } = useTranslation('model')
  const { collections } = useWorkspace()
  const usedSlugs = collections.map(({ slug }) => slug)
  const slugOf = ({ slug, label }: CollectionDraft) => slug ?? proposalFor(label, usedSlugs)
  const form = useDialogForm({
    stored: initialDraft,
    check: (draft) => ({
      ...collectionProblems(draft, collections),
      slug: slugProblemOf(slugOf(draft), usedSlugs),
    }),
    save: (draft) => create(draft, slugOf(draft), t('collection.title')),
    onSaved: ({ slug }) => onCreated(slug),
  })
  return (
    <FormDialog
      title={t('collection.new')}
      submit={t('collection.create')}
      form={form}
      onClosed={onClosed}
      size="lg"
    >
      <CollectionControls
        form={form}
        slugControl={<NameInput proposal={slugOf({ ...form.values, slug: null })} {...bind(form, 'slug')} />}
      >
        <Checkbox
          label={t('collection.hasTitle')}
          description={t('collection.hasTitleHelp')}
          checked={form.values.hasTitle}
          onChange={({ currentTarget }) => form.set('hasTitle', currentTarget.checked)}
        />
        <FeaturesChoice {...bind(form, 'supports')} />
      </CollectionControls>
    </FormDialog>
  )
}

/** Creates the collection, with a title field (labelled `title`) if the person wants one. */
async function create(draft: CollectionDraft, slug: string, title: string): Promise<{ slug: string }> {
  const { label, labelSingular, description, urlPattern, publicRead, singleton, icon, supports, hasTitle } =
    draft
  // The failure for a slug that is in use or reserved becomes an issue of the field `slug`.
  const { item } = await withSlugErrors(
    api.schema.createCollection({
      slug,
      label: label.trim(),
      icon,
      supports: [...supports],
      ...(labelSingular.trim() !== '' && { labelSingular: labelSingular.trim() }),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(urlPattern.trim() !== '' && { urlPattern: urlPattern.trim() }),
      ...(publicRead && { publicRead }),
      ...(singleton && { singleton }),
    }),
  )
  if (hasTitle) await addTitle(slug, title)
  await refreshModel()
  return item
}

/** Adds the title field to a new collection. A failure is only reported, because the person can add the field later. */
async function addTitle(collection: string, label: string): Promise<void> {
  try {
    await api.schema.createField({
      collection,
      slug: 'title',
      label,
      type: 'string',
      required: true,
      searchable: true,
    })
  } catch (error) {
    notifyError(error)
  }
}
