import type { EditorSnapshot } from '@portabletext/editor'
import {
  getActiveAnnotations,
  getActiveListItem,
  getActiveStyle,
  getFocusTextBlock,
  isActiveDecorator,
} from '@portabletext/editor/selectors'
import { useMemo } from 'react'
import { useSettled } from '../actions/use-settled.ts'
import { decorators } from '../model/schema.ts'

export interface ToolbarState {
  readonly style: string
  readonly list: string
  readonly decorators: readonly string[]
  readonly hasLink: boolean
  /** whether the caret is in text; the tools also work before the first focus */
  readonly isText: boolean
}

/** The state of the tools, selected as one text, so that a key that changes none of them renders none of them. */
export function useToolbarState(): ToolbarState {
  const written = useSettled(write)
  return useMemo(() => JSON.parse(written) as ToolbarState, [written])
}

function write(snapshot: EditorSnapshot): string {
  const state: ToolbarState = {
    style: getActiveStyle(snapshot) ?? 'normal',
    list: getActiveListItem(snapshot) ?? '',
    decorators: decorators.filter((name) => isActiveDecorator(name)(snapshot)),
    hasLink: getActiveAnnotations(snapshot).some(({ _type }) => _type === 'link'),
    isText: snapshot.context.selection === null || getFocusTextBlock(snapshot) !== undefined,
  }
  return JSON.stringify(state)
}
