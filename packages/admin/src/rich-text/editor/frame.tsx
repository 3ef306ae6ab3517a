import { useEditor } from '@portabletext/editor'
import { NodePlugin } from '@portabletext/editor/plugins'
import { memo, useCallback, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialogs } from '../dialogs.tsx'
import { BlockHandle } from '../handle/block-handle.tsx'
import { usePictureFiles } from './use-picture-files.ts'
import { PasteNotice } from '../paste/paste-notice.tsx'
import classes from '../rich-text.module.css'
import { SlashMenu, type SlashMenuHandle } from '../slash/slash-menu.tsx'
import { Toolbar } from '../toolbar/toolbar.tsx'
import type { BlockType, RichTextProps } from '../types.ts'
import { RichTextActions, type RichTextContext } from '../actions/context.ts'
import { useComposedInBlocks } from './composed-in-blocks.ts'
import { useForeignInput } from './foreign-input.ts'
import { useKeys } from './keyboard.ts'
import { useLetterFirst } from './letter-first.ts'
import { MarkdownShortcuts } from './markdown-shortcuts.tsx'
import { nodes } from './nodes.tsx'
import type { CurrentEditor } from './current-editor.ts'
import type { Session } from './session.ts'
import { TextArea } from './text-area.tsx'
import { PendingEdits } from '../actions/pending-edits.ts'
import { useActions } from '../actions/use-actions.ts'
import { useCaret } from './use-caret.ts'
import { useChanges } from './use-changes.ts'
import { useIssues } from './use-issues.ts'
import { WordCount } from './word-count.tsx'

export interface FrameProps extends Omit<RichTextProps, 'value'> {
  readonly session: Session
  readonly currentEditor: CurrentEditor
  /** called with the time of a change that is not reported yet, and with null when all changes are reported */
  readonly onPending: (since: number | null) => void
  readonly onBusy: (isBusy: boolean) => void
}

const noTypes: readonly BlockType[] = []

/** The toolbar, the text and the dialogs of one session. */
export const Frame = memo(function Frame({
  session,
  currentEditor,
  readOnly = false,
  blockTypes = noTypes,
  pickMedia,
  pickMany,
  cropPicture,
  pickItem,
  uploadPictures,
  error,
  onBusy,
  ref,
  ...props
}: FrameProps) {
  const { t } = useTranslation('richText')
  const editor = useEditor()
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const { onInput, processPending } = useLetterFirst(text)
  const [edits] = useState(() => new PendingEdits())
  const [isInPlace, setInPlace] = useState(false)
  // A state and not a ref: a table renders its tools into the element, so it must render again when there is one.
  const [toolsPlace, setToolsPlace] = useState<HTMLDivElement | null>(null)
  const { onPending } = props
  // What the editor does not have yet: letters that were just typed, and edits of cells and captions.
  const processAll = useCallback(() => {
    processPending()
    edits.commitAll()
  }, [processPending, edits])
  const flush = useChanges({ session, processPending: processAll, onChange: props.onChange, onPending })
  const { actions, dialog, setDialog } = useActions({ pickMedia, pickMany })
  const issues = useIssues(props.issues)
  const slash = useRef<SlashMenuHandle>(null)
  const context = useMemo<RichTextContext>(
    () => ({
      ...actions,
      isReadOnly: readOnly,
      blockTypes: new Map(blockTypes.map((blockType) => [blockType.type, blockType])),
      issues: issues.byKey,
      canPickMedia: pickMedia !== undefined,
      cropPicture,
      holdEdit: (key, commit) => {
        edits.hold(key, commit)
        // `useChanges` calls `onPending` with null after the edit has reached the editor and was reported.
        if (commit !== null) onPending(Date.now())
      },
      setInPlace,
      toolsPlace,
    }),
    [actions, readOnly, blockTypes, issues, pickMedia, cropPicture, edits, onPending, toolsPlace],
  )
  useImperativeHandle(ref, () => ({ flush, focus: () => editor.send({ type: 'focus' }) }), [editor, flush])
  useEffect(() => editor.send({ type: 'update readOnly', readOnly }), [editor, readOnly])
  useBusy(onBusy, dialog !== null || isInPlace)
  useAutoFocus(props.autoFocus ?? false)
  const onPointerDown = useCaret(text)
  useForeignInput(text)
  useComposedInBlocks(text)
  usePictureFiles(text, readOnly ? undefined : uploadPictures, currentEditor)
  useAsCurrent(currentEditor)
  const onKeyDown = useKeys(editor, actions, slash)
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isWrong = (error !== null && error !== undefined && error !== '') || issues.count > 0
  return (
    <RichTextActions value={context}>
      <div
        className={classes['frame']}
        data-wrong={isWrong || undefined}
        data-readonly={readOnly || undefined}
        onPointerDownCapture={onPointerDown}
      >
        <NodePlugin nodes={nodes} />
        {!readOnly && <MarkdownShortcuts />}
        {!readOnly && <Toolbar controls={`${id}-text`} isHidden={isInPlace} />}
        <div ref={setToolsPlace} className={classes['toolsPlace']} />
        <PasteNotice />
        <TextArea
          element={text}
          id={`${id}-text`}
          label={props.labelledBy === undefined ? (props.label ?? t('label')) : undefined}
          labelledBy={props.labelledBy}
          describedBy={[props.describedBy, readOnly ? undefined : hintId, isWrong ? errorId : undefined]
            .filter((elementId) => elementId !== undefined)
            .join(' ')}
          placeholder={props.placeholder ?? t('placeholder')}
          isWrong={isWrong}
          isReadOnly={readOnly}
          onKeyDown={onKeyDown}
          onInput={onInput}
        />
        {!readOnly && <BlockHandle text={text} />}
        {!readOnly && <SlashMenu handle={slash} textId={`${id}-text`} />}
        {props.hasWordCount === true && <WordCount session={session} />}
      </div>
      <div id={hintId} hidden>
        {t('hint')}
      </div>
      {isWrong && (
        <div id={errorId} className={classes['error']}>
          {[error, ...issues.ofText]
            .filter((message) => message !== null && message !== undefined && message !== '')
            .join(' ')}
        </div>
      )}
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        pickMedia={pickMedia}
        pickMany={pickMany}
        pickItem={pickItem}
      />
    </RichTextActions>
  )
})

/** Reports whether the person edits: the text, or a dialog or table. Then another value must not replace the text. */
function useBusy(onBusy: (isBusy: boolean) => void, isEditingElsewhere: boolean): void {
  const editor = useEditor()
  const [isWriting, setWriting] = useState(false)
  useEffect(() => {
    const subscriptions = [
      editor.on('focused', () => setWriting(true)),
      editor.on('blurred', () => setWriting(false)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [editor])
  useEffect(() => onBusy(isWriting || isEditingElsewhere), [onBusy, isWriting, isEditingElsewhere])
}

/** Passes the editor to work that waits for it, but not before it is ready, because until then it ignores changes. */
function useAsCurrent(current: CurrentEditor): void {
  const editor = useEditor()
  // Kept in a ref, because an effect that runs again does not get the event again.
  const isReady = useRef(false)
  useEffect(() => {
    if (isReady.current) current.set(editor)
    const subscription = editor.on('ready', () => {
      isReady.current = true
      current.set(editor)
    })
    return () => {
      subscription.unsubscribe()
      current.unset(editor)
    }
  }, [editor, current])
}

function useAutoFocus(isWanted: boolean): void {
  const editor = useEditor()
  useEffect(() => {
    if (!isWanted) return undefined
    const subscription = editor.on('ready', () => editor.send({ type: 'focus' }))
    return () => subscription.unsubscribe()
  }, [editor, isWanted])
}
