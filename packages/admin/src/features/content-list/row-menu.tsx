import { Menu } from '@mantine/core'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { RouterMenuItem } from '../../ui/links.tsx'
import { type Action, isFor } from './actions.ts'
import type { RowFrame } from './row-frame.ts'
import classes from './item-table.module.css'
import type { ListedItem } from './listed-item.ts'

interface RowMenuProps {
  readonly item: ListedItem
  readonly title: string
  readonly frame: RowFrame
}

/** The menu of actions on one item. It is rendered when it is first opened, because rows must be cheap. */
export function RowMenu({ item, title, frame }: RowMenuProps) {
  /** null until the menu is opened for the first time */
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const label = frame.texts.actions(title)
  const actions = frame.actions.filter((action) => isFor(action, frame.session, item))
  if (!frame.opens && actions.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classes['more']}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        // The menu closes at a click outside of it; without this, its own button would close it and open it again.
        onMouseDown={(event) => event.stopPropagation()}
        onClick={() => {
          // First rendered closed, because a menu that is open at once does not know which element had the focus
          // before.
          if (isOpen === null) flushSync(() => setIsOpen(false))
          setIsOpen(isOpen !== true)
        }}
      />
      {isOpen !== null && (
        <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" width={220}>
          <Menu.Target>
            <MenuAnchor />
          </Menu.Target>
          <Menu.Dropdown aria-label={label}>
            <Choices item={item} frame={frame} actions={actions} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** The element at which the menu opens. The button has the ARIA attributes that Mantine would give to this element. */
function MenuAnchor({ ref }: { readonly ref?: Ref<HTMLSpanElement> }) {
  return <span ref={ref} className={classes['anchor']} />
}

interface ChoicesProps extends Omit<RowMenuProps, 'title'> {
  readonly actions: readonly Action[]
}

function Choices({ item, frame, actions }: ChoicesProps) {
  const { t } = useTranslation('lists')
  const { collection, opens, onAction } = frame
  const choose = (action: Action) => () => onAction(action, item)
  return (
    <>
      {opens && (
        <RouterMenuItem to="/content/$collection/$id" params={{ collection: collection.slug, id: item.id }}>
          {t('action.open')}
        </RouterMenuItem>
      )}
      {actions.map((action) => (
        <Menu.Item
          key={action.name}
          {...(action.isDangerous === true && { c: 'var(--danger)' })}
          onClick={choose(action)}
        >
          {t(`action.${action.name}`)}
        </Menu.Item>
      ))}
    </>
  )
}
