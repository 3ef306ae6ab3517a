import { Alert, Button } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { OrderState } from '../../ui/sortable/order-state.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { MenuActions } from './menu-actions.tsx'
import { type MenuItem, menuQuery, type MenuWithItems } from './menu-queries.ts'
import { MenuTree } from './menu-tree.tsx'
import { useItemDeletion } from './use-item-deletion.ts'
import { useMenuOrder } from './use-menu-order.ts'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { useShownLocale } from '../site-translations/use-shown-locale.ts'
import { TranslatedMenu } from './translated-menu.tsx'

/** The editor of a menu: its items as a tree. */
export function EditMenu() {
  const { t } = useTranslation('menus')
  const { name } = useParams({ from: '/menus/$name' })
  const { data, error, refetch } = useQuery(menuQuery(name))
  const locale = useShownLocale()
  if (data !== undefined && locale !== null)
    return <TranslatedMenu key={`${name} ${locale}`} menu={data.item} locale={locale} />
  if (data !== undefined) return <OpenMenu key={name} menu={data.item} />
  const back = <BackLink to="/menus">{t('backToAll')}</BackLink>
  return <PendingPage title={t('title')} back={back} error={error} refetch={refetch} />
}

/** The open dialog: for an item, for a new one below a parent, or for a new one at the top if both are undefined. */
type OpenDialog = { readonly item?: MenuItem; readonly parent?: MenuItem }

/** The menu in the default language. */
function OpenMenu({ menu }: { readonly menu: MenuWithItems }) {
  const { t } = useTranslation('menus')
  const { name, label, items } = menu
  const navigate = useNavigate()
  const [opened, open] = useState<OpenDialog | null>(null)
  // Moves can be undone. The undo steps contain the items as they were, so `order.forget` drops the steps when an item
  // is added, changed or deleted.
  const order = useMenuOrder(name)
  const removeItem = useItemDeletion(menu, order.forget)
  const isFull = items.length >= limits.menuItems
  const addButton = (
    <Button leftSection={<Plus size={16} aria-hidden />} disabled={isFull} onClick={() => open({})}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={label}
      lead={<code>{name}</code>}
      back={<BackLink to="/menus">{t('backToAll')}</BackLink>}
      actions={
        <>
          <LocaleSwitch />
          {items.length > 0 && addButton}
          <MenuActions
            menu={{ ...menu, itemCount: items.length }}
            removeLabel={t('deleteMenu')}
            onDeleted={() => void navigate({ to: '/menus' })}
          />
        </>
      }
    >
      {isFull && <Alert mb="sm">{t('full', { count: items.length })}</Alert>}
      {items.length === 0 ? (
        <EmptyState icon={Link2} title={t('noEntriesTitle')} text={t('noEntriesText')} action={addButton} />
      ) : (
        <>
          <OrderState order={order} howTo={t('howTo')} />
          <MenuTree
            items={items}
            isFull={isFull}
            onMove={order.move}
            onEdit={(item) => open({ item })}
            onAddBelow={(parent) => open({ parent })}
            onDelete={(item) => void removeItem(item)}
          />
        </>
      )}
      {opened !== null && (
        <ItemDialog menu={name} {...opened} onSaved={order.forget} onClosed={() => open(null)} />
      )}
    </Page>
  )
}
