import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { type Collection, useWorkspace } from '../../../session/session.tsx'
import { bind } from '../../../ui/form/bind.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { refreshModel, usageQuery } from '../model-changes.ts'
import { collectionProblems } from './collection-checks.ts'
import { type CollectionDraft, CollectionControls } from './collection-controls.tsx'
import { FeaturesChoice } from './features-choice.tsx'

interface ChangeCollectionProps {
  readonly collection: Collection
  readonly onClosed: () => void
}

/** The dialog that changes the settings of a collection. */
export function ChangeCollection({ collection, onClosed }: ChangeCollectionProps) {
  const { t } = useTranslation(['model', 'common'])
  const { data } = useQuery(usageQuery(collection.slug))
  const { collections } = useWorkspace()
  const others = collections.filter(({ id }) => id !== collection.id)
  const form = useDialogForm({
    stored: draftOf(collection),
    check: (draft) => collectionProblems(draft, others),
    save: (_, changes) => api.schema.updateCollection({ slug: collection.slug, ...bodyOf(changes) }),
    onSaved: () => {
      notifySuccess(t('collection.saved'))
      void refreshModel()
    },
  })
  return (
    <FormDialog
      title={t('collection.change', { label: collection.label })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
      size="lg"
    >
      <CollectionControls form={form}>
        <FeaturesChoice
          {...bind(form, 'supports')}
          before={{ supports: collection.supports, usage: data?.item }}
        />
      </CollectionControls>
    </FormDialog>
  )
}

/**
 * The settings of a collection as the draft of the form. `hasTitle` is only for new collections; nothing here uses it.
 */
function draftOf({
  label,
  slug,
  labelSingular,
  description,
  urlPattern,
  publicRead,
  singleton,
  icon,
  supports,
}: Collection): CollectionDraft {
  return {
    label,
    slug,
    supports,
    hasTitle: false,
    labelSingular: labelSingular ?? '',
    description: description ?? '',
    urlPattern: urlPattern ?? '',
    publicRead: publicRead === true,
    singleton: singleton === true,
    icon: icon ?? '',
  }
}

/** The changes as input of the operation; null removes a cleared value. */
function bodyOf(changes: Partial<CollectionDraft>) {
  const { label, labelSingular, description, urlPattern, publicRead, singleton, icon, supports } = changes
  const orNull = (text: string): string | null => text.trim() || null
  return {
    ...(label !== undefined && { label: label.trim() }),
    ...(labelSingular !== undefined && { labelSingular: orNull(labelSingular) }),
    ...(description !== undefined && { description: orNull(description) }),
    ...(urlPattern !== undefined && { urlPattern: orNull(urlPattern) }),
    ...(publicRead !== undefined && { publicRead }),
    ...(singleton !== undefined && { singleton }),
    ...(icon !== undefined && { icon: orNull(icon) }),
    ...(supports !== undefined && { supports: [...supports] }),
  }
}
