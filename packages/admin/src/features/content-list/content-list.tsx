import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCollection } from '../../session/session.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CollectionItems } from './collection-items.tsx'
import { OnlyItem } from './only-item.tsx'

/** The screen with the list of a collection. */
export function ContentList() {
  const { t } = useTranslation('lists')
  const { collection: slug } = useParams({ from: '/content/$collection' })
  const collection = useCollection(slug)
  if (collection === undefined)
    return <EmptyState icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
  if (collection.singleton === true) return <OnlyItem key={slug} collection={collection} />
  return <CollectionItems key={slug} collection={collection} />
}
