import { useEditor } from '@portabletext/editor'
import {
  Bold,
  Code,
  ImageIcon,
  Italic,
  Link2,
  List,
  ListOrdered,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReportedHeight } from '../../ui/use-reported-height.ts'
import { useRichText } from '../actions/context.ts'
import classes from './toolbar.module.css'
import { InsertMenu } from './insert-menu.tsx'
import { StyleMenu } from './style-menu.tsx'
import { shortcut, ToolButton } from './tool-button.tsx'
import { useRoving } from './use-roving.ts'
import { type ToolbarState, useToolbarState } from './use-toolbar-state.ts'

/** the offered decorators, with their icon and the key of their shortcut */
const marks = [
  ['strong', Bold, 'B'],
  ['em', Italic, 'I'],
  ['underline', Underline, 'U'],
  ['strike-through', Strikethrough, null],
  ['code', Code, null],
] as const

interface ToolbarProps {
  /** the id of the element with the text */
  readonly controls: string
  /** while a block that is edited in place shows its own tools */
  readonly isHidden: boolean
}

/** The toolbar of the editor: one Tab stop, with arrow keys between its tools. */
export const Toolbar = memo(function Toolbar({ controls, isHidden }: ToolbarProps) {
  const { t } = useTranslation('richText')
  const toolbar = useRef<HTMLDivElement>(null)
  useReportedHeight(toolbar, '--toolbar-height')
  const editor = useEditor()
  const roving = useRoving(toolbar, () => editor.send({ type: 'focus' }))
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('toolbar')}
      aria-controls={controls}
      className={classes['toolbar']}
      hidden={isHidden}
      {...roving}
    >
      <StateTools />
    </div>
  )
})

/** The tools that depend on the position of the caret. */
function StateTools() {
  const state = useToolbarState()
  return (
    <>
      <StyleMenu style={state.style} isDisabled={!state.isText} />
      <HistoryTools />
      <TextTools state={state} />
      <BlockTools state={state} />
    </>
  )
}

interface StateProps {
  readonly state: ToolbarState
}

function TextTools({ state: { decorators, hasLink, isText } }: StateProps) {
  const { t } = useTranslation('richText')
  const { toggleDecorator, openLink } = useRichText()
  return (
    <span className={classes['tools']}>
      {marks.map(([name, icon, key]) => (
        <ToolButton
          key={name}
          icon={icon}
          label={t(`marks.${name}`)}
          keys={key === null ? undefined : shortcut(key)}
          isPressed={decorators.includes(name)}
          isDisabled={!isText}
          onClick={() => toggleDecorator(name)}
        />
      ))}
      <ToolButton
        icon={Link2}
        label={t('marks.link')}
        keys={shortcut('K')}
        isPressed={hasLink}
        isDisabled={!isText}
        onClick={openLink}
      />
    </span>
  )
}

function BlockTools({ state: { list, isText } }: StateProps) {
  const { t } = useTranslation('richText')
  const { toggleList, insertImage, canPickMedia } = useRichText()
  return (
    <span className={classes['tools']}>
      <ToolButton
        icon={List}
        label={t('commands.bullet.title')}
        isPressed={list === 'bullet'}
        isDisabled={!isText}
        onClick={() => toggleList('bullet')}
      />
      <ToolButton
        icon={ListOrdered}
        label={t('commands.number.title')}
        isPressed={list === 'number'}
        isDisabled={!isText}
        onClick={() => toggleList('number')}
      />
      {canPickMedia && (
        <ToolButton icon={ImageIcon} label={t('commands.image.title')} onClick={insertImage} />
      )}
      <InsertMenu />
    </span>
  )
}

function HistoryTools() {
  const { t } = useTranslation('richText')
  const { undo, redo } = useRichText()
  return (
    <span className={classes['tools']}>
      <ToolButton icon={Undo2} label={t('undo')} keys={shortcut('Z')} onClick={undo} />
      <ToolButton icon={Redo2} label={t('redo')} keys={shortcut('Y')} onClick={redo} />
    </span>
  )
}
