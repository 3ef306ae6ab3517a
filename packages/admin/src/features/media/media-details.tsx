import { Badge, Divider, Drawer, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../api/failures.ts'
import { useSession } from '../../session/session.tsx'
import { EmptyState, FailureState } from '../../ui/states.tsx'
import { MediaActions } from './media-actions.tsx'
import { MediaFacts } from './media-facts.tsx'
import type { MediaItem } from './media-item.ts'
import { MediaPreview } from './media-preview.tsx'
import { mediaItemQuery } from './media-queries.ts'
import { MediaTexts } from './media-texts.tsx'
import { MediaUsage } from './media-usage.tsx'

interface DetailsProps {
  /** undefined: no details are shown */
  readonly id: string | undefined
  readonly onClose: () => void
}

/** The details of a file, in a drawer of the library. */
export function MediaDetails({ id, onClose }: DetailsProps) {
  const { t } = useTranslation(['media', 'common'])
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="28rem"
      title={t('media:details.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id !== undefined && <Content key={id} id={id} onClose={onClose} />}
    </Drawer>
  )
}

function Content({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('media')
  const { data, error, refetch } = useQuery(mediaItemQuery(id))
  if (data !== undefined) return <Loaded item={data.item} onClose={onClose} />
  // The id comes from the URL, so it can be malformed (400).
  if (isFailure(error, 400, 404))
    return <EmptyState icon={FileX} title={t('details.gone')} text={t('details.goneText')} />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  return (
    <Stack aria-busy="true">
      <Skeleton height={200} />
      <Skeleton height={20} width="60%" />
      <Skeleton height={80} />
    </Stack>
  )
}

function Loaded({ item, onClose }: { readonly item: MediaItem; readonly onClose: () => void }) {
  const { t } = useTranslation('media')
  const { can } = useSession()
  return (
    <Stack gap="md">
      <MediaPreview item={item} />
      <Title order={2} size="h4" dir="auto">
        {item.filename}
      </Title>
      {item.status === 'pending' && (
        <Badge color="orange" variant="light" tt="none">
          {t('pending')}
        </Badge>
      )}
      <MediaFacts item={item} />
      <MediaTexts item={item} />
      <Divider />
      <MediaActions item={item} onGone={onClose} />
      {can('content.readDrafts') && (
        <section aria-labelledby="media-usage">
          <Title order={3} size="h5" mb="xs" id="media-usage">
            {t('usage.title')}
          </Title>
          <MediaUsage id={item.id} />
        </section>
      )}
    </Stack>
  )
}
