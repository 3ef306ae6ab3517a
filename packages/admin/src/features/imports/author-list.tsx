import { Text } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { useTranslation } from 'react-i18next'
import { LimitedList } from './limited-list.tsx'

type Author = ImportAnalysis['authors'][number]

/** The authors in the file, and those who are users here. */
export function AuthorList({ authors }: { readonly authors: readonly Author[] }) {
  return (
    <LimitedList
      entries={authors.map((author) => (
        <Entry key={author.login} author={author} />
      ))}
    />
  )
}

function Entry({ author: { name, login, email, count, userId } }: { readonly author: Author }) {
  const { t } = useTranslation('imports')
  const facts = [
    email,
    t('analysis.items', { count }),
    t(userId === null ? 'analysis.isNoUser' : 'analysis.isUser'),
  ]
  return (
    <>
      <bdi>{name || login}</bdi>{' '}
      <Text span size="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
