import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Box } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCollection } from '../../session/session.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ContentScopeContext, scopeOf } from '../in-change-set/content-scope.ts'
import { SetBar } from '../in-change-set/set-bar.tsx'
import { OpenedList } from './opened-list.tsx'
import { OnlyItem } from './only-item.tsx'

/** The screen with the list of a collection. */
export function ContentList() {
  const { t } = useTranslation('lists')
  const { collection: slug } = useParams({ from: '/content/$collection' })
  const scope = scopeOf(useSearch({ from: '/content/$collection' })['changeSet'])
  const { changeSet } = scope
  const navigate = useNavigate()
  const collection = useCollection(slug)
  if (collection === undefined)
    return <EmptyState icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
  const leave = () =>
    void navigate({
      to: '/content/$collection',
      params: { collection: slug },
      search: (view) => ({ ...view, changeSet: '' }),
    })
  return (
    <ContentScopeContext value={scope}>
      {changeSet !== undefined && (
        <Box mb="md">
          <SetBar id={changeSet} onLeave={leave} />
        </Box>
      )}
      {collection.singleton === true ? (
        <OnlyItem key={slug} collection={collection} />
      ) : (
        <OpenedList key={`${slug} ${changeSet}`} collection={collection} />
      )}
    </ContentScopeContext>
  )
}
