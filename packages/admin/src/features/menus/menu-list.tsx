import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TimeText } from '../../ui/times.tsx'
import { NewMenuDialog, RenameMenuDialog } from './menu-dialog.tsx'
import { type ListedMenu, menusQuery } from './menu-queries.ts'
import { useMenuDeletion } from './use-menu-deletion.ts'

/** All menus of the site. */
export function MenuList() {
  const { t } = useTranslation('menus')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(menusQuery)
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
        <EmptyState icon={MenuIcon} title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {data !== undefined && !isEmpty && (
        <Rows label={t('title')}>
          {data.items.map((menu) => (
            <MenuRow key={menu.name} menu={menu} />
          ))}
        </Rows>
      )}
      {isCreating && (
        <NewMenuDialog
          onClosed={() => setCreating(false)}
          onCreated={(name) => void navigate({ to: '/menus/$name', params: { name } })}
        />
      )}
    </Page>
  )
}

function MenuRow({ menu }: { readonly menu: ListedMenu }) {
  const { t } = useTranslation(['menus', 'common'])
  const [isRenaming, setRenaming] = useState(false)
  const remove = useMenuDeletion()
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
      actions={
        <>
          <RowMenu label={t('more', { label })}>
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
              {t('rename')}
            </Menu.Item>
            <Menu.Item
              color="var(--danger)"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void remove(menu)}
            >
              {t('common:delete')}
            </Menu.Item>
          </RowMenu>
          {isRenaming && <RenameMenuDialog menu={menu} onClosed={() => setRenaming(false)} />}
        </>
      }
    />
  )
}
