import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Row, Rows } from '../../ui/rows.tsx'
import { TimeText } from '../../ui/times.tsx'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

/** What people have said about a set. */
export function SetReviews({ reviews }: Pick<ChangeSetDetails, 'reviews'>) {
  const { t } = useTranslation('changeSets')
  if (reviews.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('reviews.title')}
      </Title>
      <Rows label={t('reviews.title')}>
        {reviews.map(({ person, at, decision, comment }) => (
          <Row
            key={`${at} ${decision} ${person?.id ?? ''}`}
            heading={
              <>
                <strong>{person?.name ?? ''}</strong> {t(`reviews.${decision}`)}
              </>
            }
            detail={
              comment !== null && (
                <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
                  {comment}
                </Text>
              )
            }
            aside={<TimeText iso={at} />}
          />
        ))}
      </Rows>
    </section>
  )
}
