import { Alert, Loader, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Client } from '@octavo/client/session-client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { keys } from '../../../api/queries.ts'
import { type Preview, Refusal } from './refusal.tsx'

type Change = Omit<Parameters<Client['schema']['preview']>[0], 'slug'>

interface ConsequencesProps {
  readonly collection: string
  /** null if there is nothing to check */
  readonly change: Change | null
  /** consequences that are known without a request */
  readonly children?: ReactNode
}

/** Shows what a change does to stored values, before it is saved. */
export function Consequences({ collection, change, children }: ConsequencesProps) {
  const { t } = useTranslation(['model', 'common'])
  // As a text, so that an equal change is not requested again. It is requested after a pause (in milliseconds).
  const changeText = JSON.stringify(change)
  const [requestedText] = useDebouncedValue(changeText, 350)
  const { data, error } = useQuery({
    queryKey: [...keys.schema, collection, 'preview', requestedText],
    queryFn: ({ signal }) =>
      api.schema.preview({ slug: collection, ...(JSON.parse(requestedText) as Change) }, { signal }),
    enabled: requestedText !== 'null',
    retry: false,
  })
  if (change === null) return null
  const isCurrent = requestedText === changeText && data !== undefined
  return (
    <div role="status">
      {children}
      {isCurrent && <PreviewSummary collection={collection} preview={data.item} />}
      {!isCurrent && error === null && (
        <Text size="sm" c="dimmed">
          <Loader size={14} aria-hidden /> {t('preview.looking')}
        </Text>
      )}
      {!isCurrent && error !== null && (
        <Text size="sm" c="dimmed">
          {/* `t` of several namespaces has another type than that of one. */}
          {failureText(error, t as never)}
        </Text>
      )}
    </div>
  )
}

interface SummaryProps {
  readonly collection: string
  readonly preview: Preview
}

/** What the change does: it is refused, deletes values, sets default values, or makes the search index again. */
function PreviewSummary({ collection, preview: { refusal, filled, lost, isReindexed } }: SummaryProps) {
  const { t } = useTranslation('model')
  if (refusal !== null) return <Refusal collection={collection} refusal={refusal} />
  const isLoss = lost.items + lost.revisions > 0
  const lines = [
    ...(isLoss
      ? [
          t('deleteField.items', { count: lost.items }),
          t('deleteField.revisions', { count: lost.revisions }),
          t('deleteField.forGood'),
        ]
      : []),
    ...(filled > 0 ? [t('preview.filled', { count: filled })] : []),
    ...(isReindexed ? [t('preview.reindexed')] : []),
  ]
  if (lines.length === 0)
    return (
      <Alert color="blue" icon={<CircleCheck size={18} aria-hidden />} title={t('preview.nothing')}>
        {t('preview.nothingText')}
      </Alert>
    )
  return (
    <Alert
      color={isLoss ? 'red' : 'blue'}
      icon={<Info size={18} aria-hidden />}
      title={t(isLoss ? 'preview.loses' : 'preview.title')}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  )
}
