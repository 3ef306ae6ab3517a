import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { NamedList } from '../../ui/named-list.tsx'
import { Row } from '../../ui/rows.tsx'
import { TimeText } from '../../ui/times.tsx'
import { MenuActions } from './menu-actions.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { type ListedMenu, menusQuery } from './menu-queries.ts'

/** All menus of the site. */
export function MenuList() {
  const { t } = useTranslation('menus')
  const navigate = useNavigate()
  const list = useQuery(menusQuery)
  return (
    <NamedList
      texts={{
        title: t('title'),
        lead: t('lead'),
        create: t('new'),
        emptyTitle: t('emptyTitle'),
        emptyText: t('emptyText'),
      }}
      icon={MenuIcon}
      list={list}
      renderRow={(menu) => <MenuRow key={menu.name} menu={menu} />}
      renderDialog={(onClosed) => (
        <MenuDialog
          onClosed={onClosed}
          onCreated={(name) => void navigate({ to: '/menus/$name', params: { name } })}
        />
      )}
    />
  )
}

function MenuRow({ menu }: { readonly menu: ListedMenu }) {
  const { t } = useTranslation(['menus', 'common'])
  const { name, label, itemCount, updatedAt } = menu
  return (
    <Row
      heading={
        <RouterAnchor to="/menus/$name" params={{ name }}>
          {label}
        </RouterAnchor>
      }
      detail={
        <>
          <code>{name}</code> · {t('entries', { count: itemCount })}
        </>
      }
      aside={<TimeText iso={updatedAt} />}
      actions={<MenuActions menu={menu} removeLabel={t('common:delete')} />}
    />
  )
}
