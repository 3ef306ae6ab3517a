import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PanelsTopLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { NamedList } from '../../ui/named-list.tsx'
import { Row } from '../../ui/rows.tsx'
import { TimeText } from '../../ui/times.tsx'
import { AreaActions } from './area-actions.tsx'
import { AreaDialog } from './area-dialog.tsx'
import { areasQuery, type ListedArea } from './widget-queries.ts'

/** All widget areas of the site. */
export function AreaList() {
  const { t } = useTranslation('widgets')
  const navigate = useNavigate()
  const list = useQuery(areasQuery)
  return (
    <NamedList
      texts={{
        title: t('title'),
        lead: t('lead'),
        create: t('new'),
        emptyTitle: t('emptyTitle'),
        emptyText: t('emptyText'),
      }}
      icon={PanelsTopLeft}
      list={list}
      renderRow={(area) => <AreaRow key={area.name} area={area} />}
      renderDialog={(onClosed) => (
        <AreaDialog
          onClosed={onClosed}
          onCreated={(name) => void navigate({ to: '/widgets/$name', params: { name } })}
        />
      )}
    />
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
