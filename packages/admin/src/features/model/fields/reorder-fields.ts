import i18next from 'i18next'
import { api } from '../../../api/client.ts'
import type { Collection, Field } from '../../../session/session.tsx'
import { notifySuccess, notifyError } from '../../../ui/notify.tsx'
import { refreshModel } from '../model-changes.ts'

/** Saves another order of fields, and notifies of it with an undo. */
export async function reorderFields(collection: Collection, fields: readonly Field[]): Promise<void> {
  const { slug, fields: before } = collection
  try {
    await api.schema.reorderFields({ slug, fieldSlugs: fields.map((field) => field.slug) })
    notifySuccess(
      i18next.t('model:fields.reordered'),
      () => void reorderFields({ ...collection, fields: [...fields] }, before),
      // A later notification about the same order replaces this one, whose undo would undo the later change too.
      [`fields of ${slug}`],
    )
  } catch (error) {
    notifyError(error)
  }
  await refreshModel()
}
