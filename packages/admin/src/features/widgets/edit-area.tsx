import { Alert, Button, Text } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { LayoutPanelTop, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { OrderState } from '../../ui/sortable/order-state.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { useShownLocale } from '../site-translations/use-shown-locale.ts'
import { AreaActions } from './area-actions.tsx'
import { TranslatedArea } from './translated-area.tsx'
import { useWidgetOrder } from './use-widget-order.ts'
import { WidgetDialog } from './widget-dialog.tsx'
import { useWidgetName } from './widget-name.ts'
import { type AreaWithWidgets, areaQuery, type Widget } from './widget-queries.ts'
import { WidgetEntry } from './widget-entry.tsx'

/** A widget area with its widgets. */
export function EditArea() {
  const { t } = useTranslation('widgets')
  const { name } = useParams({ from: '/widgets/$name' })
  const { data, error, refetch } = useQuery(areaQuery(name))
  const locale = useShownLocale()
  if (data !== undefined && locale !== null)
    return <TranslatedArea key={`${name} ${locale}`} area={data.item} locale={locale} />
  if (data !== undefined) return <AreaEditor key={name} area={data.item} />
  const back = <BackLink to="/widgets">{t('backToAll')}</BackLink>
  return <PendingPage title={t('title')} back={back} error={error} refetch={refetch} />
}

/** The widgets of an area in the default locale, where they are added, sorted and removed. */
function AreaEditor({ area }: { readonly area: AreaWithWidgets }) {
  const { t } = useTranslation('widgets')
  const navigate = useNavigate()
  const nameOf = useWidgetName()
  const { name, label, description, widgets } = area
  /** what the dialog is open for: a widget, or a new one if `widget` is absent; null while it is closed */
  const [dialog, openDialog] = useState<{ readonly widget?: Widget } | null>(null)
  // The undo steps of the order contain the widgets as they were, so other changes of widgets drop them (`forget`).
  const order = useWidgetOrder(name)
  const isFull = widgets.length >= limits.widgets
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} disabled={isFull} onClick={() => openDialog({})}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={label}
      lead={
        <>
          <code>{name}</code>
          {description !== null && description !== '' && <Text span> · {description}</Text>}
        </>
      }
      back={<BackLink to="/widgets">{t('backToAll')}</BackLink>}
      actions={
        <>
          <LocaleSwitch />
          {widgets.length > 0 && add}
          <AreaActions
            area={{ ...area, widgetCount: widgets.length }}
            onDeleted={() => void navigate({ to: '/widgets' })}
          />
        </>
      }
    >
      {isFull && <Alert mb="sm">{t('full', { count: widgets.length })}</Alert>}
      {widgets.length === 0 ? (
        <EmptyState
          icon={LayoutPanelTop}
          title={t('noWidgetsTitle')}
          text={t('noWidgetsText')}
          action={add}
        />
      ) : (
        <>
          <OrderState order={order} howTo={t('howTo')} />
          <SortableList
            label={t('list')}
            entries={widgets}
            idOf={({ id }) => id}
            nameOf={nameOf}
            onMove={order.move}
          >
            {(widget, parts) => (
              <WidgetEntry
                area={name}
                widget={widget}
                parts={parts}
                onEdit={() => openDialog({ widget })}
                onDeleted={order.forget}
              />
            )}
          </SortableList>
        </>
      )}
      {dialog !== null && (
        <WidgetDialog area={name} {...dialog} onSaved={order.forget} onClosed={() => openDialog(null)} />
      )}
    </Page>
  )
}
