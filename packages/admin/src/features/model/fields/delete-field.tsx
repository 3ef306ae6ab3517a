import i18next from 'i18next'
import { api } from '../../../api/client.ts'
import type { Collection, Field } from '../../../app/session.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { tellDone, tellFailure } from '../../../ui/notify.tsx'
import { refreshModel } from '../model-changes.ts'

/** Looks what would be lost, says so, and deletes the field if that is what the person wants. */
export async function deleteField({ slug }: Collection, field: Field): Promise<void> {
  const { label, slug: fieldSlug } = field
  try {
    const { item } = await api.schema.preview({ slug, deleteField: { fieldSlug } })
    const { items, revisions } = item.lost
    const isSure = await confirm({
      title: i18next.t('model:deleteField.title', { label }),
      text:
        items + revisions === 0
          ? i18next.t('model:deleteField.nothing')
          : [
              i18next.t('model:deleteField.items', { count: items }),
              i18next.t('model:deleteField.revisions', { count: revisions }),
              i18next.t('model:deleteField.forGood'),
            ].join(' '),
      action: i18next.t('model:deleteField.action'),
      isDangerous: true,
    })
    if (!isSure) return
    await api.schema.deleteField({ collectionSlug: slug, fieldSlug })
    tellDone(i18next.t('model:deleteField.done', { label }))
  } catch (error) {
    tellFailure(error)
  }
  await refreshModel()
}
