import type { EditorSnapshot } from '@portabletext/editor'
import {
  getActiveAnnotations,
  getActiveListItem,
  getActiveStyle,
  getFocusTextBlock,
  isActiveDecorator,
} from '@portabletext/editor/selectors'
import { useMemo } from 'react'
import { useDelayedSelector } from '../actions/use-delayed-selector.ts'
import { decorators } from '../model/schema.ts'

export interface ToolbarState {
  readonly style: string
  readonly list: string
  readonly decorators: readonly string[]
  readonly hasLink: boolean
  /** whether the caret is in text, or the text never had the focus: then the tools work as well */
  readonly isText: boolean
}

/** The state of the tools. It is selected as one text, so that a key that does not change it causes no render. */
export function useToolbarState(): ToolbarState {
  const stateText = useDelayedSelector(serializeState)
  return useMemo(() => JSON.parse(stateText) as ToolbarState, [stateText])
}

function serializeState(snapshot: EditorSnapshot): string {
  const state: ToolbarState = {
    style: getActiveStyle(snapshot) ?? 'normal',
    list: getActiveListItem(snapshot) ?? '',
    decorators: decorators.filter((name) => isActiveDecorator(name)(snapshot)),
    hasLink: getActiveAnnotations(snapshot).some(({ _type }) => _type === 'link'),
    isText: snapshot.context.selection === null || getFocusTextBlock(snapshot) !== undefined,
  }
  return JSON.stringify(state)
}
