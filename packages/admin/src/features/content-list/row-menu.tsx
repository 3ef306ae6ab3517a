import { Menu } from '@mantine/core'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { RouterMenuItem } from '../../ui/links.tsx'
import { type Act, isFor } from './acts.ts'
import type { RowFrame } from './row-frame.ts'
import classes from './item-table.module.css'
import type { Item } from './queries.ts'

interface RowMenuProps {
  readonly item: Item
  readonly title: string
  readonly frame: RowFrame
}

/** The menu of actions on one item. It is rendered when it is first opened, because rows must be cheap. */
export function RowMenu({ item, title, frame }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const label = frame.texts.actions(title)
  const acts = frame.acts.filter((act) => isFor(act, frame.session, item))
  if (!frame.opens && acts.length === 0) return null
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
          // A menu that is rendered open does not know which element had the focus, so it could not return the focus.
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
            <Choices item={item} frame={frame} acts={acts} />
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
  readonly acts: readonly Act[]
}

function Choices({ item, frame, acts }: ChoicesProps) {
  const { t } = useTranslation('lists')
  const { collection, opens, onAct } = frame
  const choose = (act: Act) => () => onAct(act, item)
  return (
    <>
      {opens && (
        <RouterMenuItem to="/content/$collection/$id" params={{ collection: collection.slug, id: item.id }}>
          {t('act.open')}
        </RouterMenuItem>
      )}
      {acts.map((act) => (
        <Menu.Item
          key={act.name}
          {...(act.isDangerous === true && { c: 'var(--danger)' })}
          onClick={choose(act)}
        >
          {t(`act.${act.name}`)}
        </Menu.Item>
      ))}
    </>
  )
}
