import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { CornerDownRight, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { type Placed, type RowParts, SortableTree } from '../../ui/sortable-tree.tsx'
import type { MenuItem } from './menu-queries.ts'
import classes from './menu-tree.module.css'

interface MenuTreeProps {
  readonly items: readonly MenuItem[]
  /** whether the menu has the maximum number of items */
  readonly isFull: boolean
  readonly onMove: (places: readonly Placed[]) => void
  readonly onEdit: (item: MenuItem) => void
  readonly onAddBelow: (item: MenuItem) => void
  readonly onDelete: (item: MenuItem) => void
}

/** The items of a menu, which are moved, edited and deleted here. */
export function MenuTree({ items, onMove, ...row }: MenuTreeProps) {
  const { t } = useTranslation('menus')
  return (
    <SortableTree
      label={t('tree')}
      entries={items}
      nameOf={({ label }) => label}
      maxDepth={limits.menuDepth}
      onMove={onMove}
    >
      {(item, parts) => <MenuEntry item={item} items={items} parts={parts} {...row} />}
    </SortableTree>
  )
}

type MenuEntryProps = Omit<MenuTreeProps, 'onMove'> & {
  readonly item: MenuItem
  /** the drag handle, and the menu items that move the entry */
  readonly parts: RowParts
}

function MenuEntry({ item, items, parts, isFull, onEdit, onAddBelow, onDelete }: MenuEntryProps) {
  const { t } = useTranslation('menus')
  const { label, url, target } = item
  const canNest = levelOf(items, item) < limits.menuDepth && !isFull
  return (
    <Group gap="xs" wrap="nowrap" className={classes['entry'] ?? ''}>
      {parts.handle}
      <div className={classes['text']} dir="auto">
        <Text fw={650} lineClamp={2}>
          {label}
        </Text>
        <Text size="sm" c={url === null ? 'var(--warn)' : 'dimmed'} lineClamp={1}>
          {url ?? t('nowhere')}
        </Text>
      </div>
      {target === '_blank' && (
        <Badge variant="light" tt="none" visibleFrom="xs" flex="none">
          {t('opensNew')}
        </Badge>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('editItem', { label })}
        onClick={() => onEdit(item)}
      >
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      <RowMenu label={t('more', { label })}>
        {parts.moveItems}
        <Menu.Divider />
        <Menu.Item
          disabled={!canNest}
          leftSection={<CornerDownRight size={16} aria-hidden />}
          onClick={() => onAddBelow(item)}
        >
          {t('addBelow')}
        </Menu.Item>
        <DeleteItem label={t('deleteItem')} onDelete={() => onDelete(item)} />
      </RowMenu>
    </Group>
  )
}

/** The level of an item in the tree: 1 for those without a parent. */
function levelOf(items: readonly MenuItem[], { parentId }: MenuItem): number {
  const parent = items.find(({ id }) => id === parentId)
  return parent === undefined ? 1 : 1 + levelOf(items, parent)
}
