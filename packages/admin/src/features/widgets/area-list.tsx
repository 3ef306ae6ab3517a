import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PanelsTopLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TimeText } from '../../ui/times.tsx'
import { AreaActions } from './area-actions.tsx'
import { AreaDialog } from './area-dialog.tsx'
import { areasQuery, type ListedArea } from './widget-queries.ts'

/** All widget areas of the site. */
export function AreaList() {
  const { t } = useTranslation('widgets')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(areasQuery)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title={t('title')} lead={t('lead')} actions={!isEmpty && create}>
      {data === undefined && error === null && <ListSkeleton rows={4} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <EmptyState icon={PanelsTopLeft} title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {data !== undefined && !isEmpty && (
        <Rows label={t('title')}>
          {data.items.map((area) => (
            <AreaRow key={area.name} area={area} />
          ))}
        </Rows>
      )}
      {isCreating && (
        <AreaDialog
          onClosed={() => setCreating(false)}
          onCreated={(name) => void navigate({ to: '/widgets/$name', params: { name } })}
        />
      )}
    </Page>
  )
}

function AreaRow({ area }: { readonly area: ListedArea }) {
  const { t } = useTranslation('widgets')
  const { name, label, widgetCount, updatedAt } = area
  return (
    <Row
      heading={
        <RouterAnchor to="/widgets/$name" params={{ name }}>
          {label}
        </RouterAnchor>
      }
      detail={
        <>
          <code>{name}</code> · {t('count', { count: widgetCount })}
        </>
      }
      aside={<TimeText iso={updatedAt} />}
      actions={<AreaActions area={area} />}
    />
  )
}
