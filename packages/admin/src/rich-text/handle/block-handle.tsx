import { ActionIcon, Menu } from '@mantine/core'
import { useEditor } from '@portabletext/editor'
import { ArrowDown, ArrowUp, Copy, GripVertical, Plus, Trash2 } from 'lucide-react'
import { memo, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRichText } from '../actions/context.ts'
import { insertParagraph } from '../actions/leave-block.ts'
import { newKey } from '../model/keys.ts'
import classes from './handle.module.css'
import { moveToGap } from './move-to-gap.ts'
import { useDrag } from './use-drag.ts'
import { useHoveredBlock } from './use-hovered-block.ts'

interface BlockHandleProps {
  readonly text: RefObject<HTMLElement | null>
}

/**
 * The controls in the margin beside the block under the pointer: a button that adds a block below, and a handle that
 * drags the block and opens its menu. By keyboard, Alt and an arrow key moves a block.
 */
export const BlockHandle = memo(function BlockHandle({ text }: BlockHandleProps) {
  const { t } = useTranslation('richText')
  const editor = useEditor()
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const drag = useDrag(text, (from, gap) => moveToGap(editor, from, gap))
  const wasDragged = useRef(false)
  const isInUse = menuOf !== null || drag.line !== null
  const hovered = useHoveredBlock(text, isInUse)
  useCancelByKey(drag.line !== null, drag.cancel)
  // Without a block there is no handle, but a drag that has begun still shows where the block would go.
  if (hovered === null) return drag.line === null ? null : <DropLine top={drag.line} />
  const { index, top } = hovered
  return (
    <>
      <div className={classes['handle']} style={{ top }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={-1}
          aria-label={t('handle.add')}
          title={t('handle.add')}
          onMouseDown={keepCaret}
          onClick={() => addBelow(editor, index)}
        >
          <Plus size={16} aria-hidden />
        </ActionIcon>
        <Menu
          opened={menuOf === index}
          onChange={(isOpen) => {
            // The click that ends a drag does not open the menu.
            setMenuOf(isOpen && !wasDragged.current ? index : null)
            wasDragged.current = false
          }}
          position="bottom-start"
          withinPortal={false}
          returnFocus={false}
        >
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              tabIndex={-1}
              className={classes['grip'] ?? ''}
              data-dragging={drag.line !== null || undefined}
              aria-label={t('handle.move')}
              title={t('handle.move')}
              onMouseDown={keepCaret}
              onPointerDown={(event) => drag.onPointerDown(event, index)}
              onPointerMove={drag.onPointerMove}
              onPointerUp={() => {
                wasDragged.current = drag.onPointerUp()
              }}
              onPointerCancel={() => void drag.cancel()}
            >
              <GripVertical size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <BlockMenu index={index} onDone={() => setMenuOf(null)} />
          </Menu.Dropdown>
        </Menu>
      </div>
      {drag.line !== null && <DropLine top={drag.line} />}
    </>
  )
})

/** Prevents that a press on a button takes the focus from the text. */
function keepCaret(event: SyntheticEvent): void {
  event.preventDefault()
}

function DropLine({ top }: { readonly top: number }) {
  return <div className={classes['line']} style={{ top }} aria-hidden />
}

function BlockMenu({ index, onDone }: { readonly index: number; readonly onDone: () => void }) {
  const { t } = useTranslation('richText')
  const editor = useEditor()
  const { move, remove } = useRichText()
  const block = editor.getSnapshot().context.value[index]
  if (block === undefined) return null
  const { _key: key } = block
  const actions = [
    ['up', ArrowUp, () => move(key, 'up')],
    ['down', ArrowDown, () => move(key, 'down')],
    ['duplicate', Copy, () => duplicate(editor, index)],
    ['remove', Trash2, () => remove(key)],
  ] as const
  return actions.map(([name, Icon, action]) => (
    <Menu.Item
      key={name}
      leftSection={<Icon size={16} aria-hidden />}
      {...(name === 'remove' && { color: 'var(--danger)' })}
      onClick={() => {
        onDone()
        action()
      }}
    >
      {t(`handle.${name}`)}
    </Menu.Item>
  ))
}

/** Cancels a drag when the person presses Escape. */
function useCancelByKey(isDragging: boolean, cancel: () => unknown): void {
  // `cancel` is another function at each render; the listener stays the same.
  const latest = useRef(cancel)
  useEffect(() => {
    latest.current = cancel
  })
  useEffect(() => {
    if (!isDragging) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Escape cancels only the drag: a dialog around the text stays open.
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [isDragging])
}

/** Inserts a paragraph below with a slash, which opens the menu of blocks. */
function addBelow(editor: ReturnType<typeof useEditor>, index: number): void {
  const block = editor.getSnapshot().context.value[index]
  if (block === undefined) return
  insertParagraph(editor, block._key, 'after')
  editor.send({ type: 'focus' })
  editor.send({ type: 'insert.text', text: '/' })
}

function duplicate(editor: ReturnType<typeof useEditor>, index: number): void {
  const block = editor.getSnapshot().context.value[index]
  if (block === undefined) return
  const point = { path: [{ _key: block._key }], offset: 0 }
  editor.send({
    type: 'insert.block',
    block: { ...block, _key: newKey() },
    placement: 'after',
    select: 'start',
    at: { anchor: point, focus: point },
  })
  editor.send({ type: 'focus' })
}
