import { Menu } from '@mantine/core'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { RouterMenuItem } from '../../ui/links.tsx'
import type { Act } from './acts.ts'
import type { RowFrame } from './row-frame.ts'
import classes from './item-table.module.css'
import type { Item } from './queries.ts'

interface RowMenuProps {
  readonly item: Item
  readonly title: string
  readonly frame: RowFrame
}

/** What can be done to one item. The menu itself is made when it is first opened: rows must cost little. */
export function RowMenu({ item, title, frame }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const label = frame.texts.actions(title)
  const acts = frame.acts.filter((act) => act.isFor(frame.session, item))
  if (!frame.opens && acts.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classes['more']}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        // The menu closes when something else is pressed; its own button does that by itself.
        onMouseDown={(event) => event.stopPropagation()}
        onClick={() => {
          // A menu that is made open does not know where the focus was, and could not give it back.
          if (isOpen === null) flushSync(() => setIsOpen(false))
          setIsOpen(isOpen !== true)
        }}
      />
      {isOpen !== null && (
        <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" width={220}>
          <Menu.Target>
            <Anchor />
          </Menu.Target>
          <Menu.Dropdown aria-label={label}>
            <Choices item={item} frame={frame} acts={acts} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** Where the menu hangs; what the kit would say of its target, the button says. */
function Anchor({ ref }: { readonly ref?: Ref<HTMLSpanElement> }) {
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
