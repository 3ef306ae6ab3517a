import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { type Collection, useSession } from '../../session/session.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { headingField, singularOf } from './heading.ts'
import type { PickedItem } from './picked-item.ts'

interface CreateButtonProps {
  readonly collection: Collection
  readonly title: string
  /** empty: the site's default */
  readonly locale: string
  readonly onCreated: (item: PickedItem) => void
}

/** The button that creates a draft with a title; nothing where the person cannot create one. */
export function CreateButton({ collection, title, locale, onCreated }: CreateButtonProps) {
  const { t } = useTranslation('lists')
  const { can } = useSession()
  const client = useQueryClient()
  const { content } = useContentScope()
  const [isBusy, setIsBusy] = useState(false)
  const heading = headingField(collection)
  const mayCreate = collection.singleton !== true && can('content.create')
  if (heading === undefined || !mayCreate) return null
  const { slug: collectionSlug } = collection
  const create = async () => {
    setIsBusy(true)
    try {
      const { item } = await content.create({
        collection: collectionSlug,
        data: { [heading.slug]: title },
        // The draft is saved although it lacks other required values.
        incomplete: true,
        ...(locale !== '' && { locale }),
      })
      void client.invalidateQueries({ queryKey: keys.content })
      onCreated({ collection: collectionSlug, id: item.id, slug: item.slug, title, isNew: true })
    } catch (error) {
      notifyError(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      justify="flex-start"
      leftSection={<Plus size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void create()}
    >
      {t('picker.create', { what: singularOf(collection), title })}
    </Button>
  )
}
