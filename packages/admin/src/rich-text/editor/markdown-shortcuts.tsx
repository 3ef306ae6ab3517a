import {
  MarkdownShortcutsPlugin,
  type MarkdownShortcutsPluginProps,
} from '@portabletext/plugin-markdown-shortcuts'
import { isSafeUrl } from '@octavo/contract/url'
import { memo } from 'react'
import { objectType } from '../model/to-editor.ts'

/** The options of the plugin. They are constant, because it would register new ones again with each render. */
const shortcuts: MarkdownShortcutsPluginProps = {
  defaultStyle: () => 'normal',
  headingStyle: ({ props: { level } }) => (level <= 6 ? `h${String(level)}` : undefined),
  blockquoteStyle: () => 'blockquote',
  unorderedList: () => 'bullet',
  orderedList: () => 'number',
  boldDecorator: () => 'strong',
  italicDecorator: () => 'em',
  codeDecorator: () => 'code',
  strikeThroughDecorator: () => 'strike-through',
  horizontalRuleObject: () => ({ _type: objectType, value: { _type: 'break', style: 'separator' } }),
  linkObject: ({ props: { href } }) => (isSafeUrl(href) ? { _type: 'link', href } : undefined),
}

/** Markdown shortcuts while typing: `# `, `- `, `1. `, `> `, `---`, `**bold**`, `code` and others. */
export const MarkdownShortcuts = memo(function MarkdownShortcuts() {
  return <MarkdownShortcutsPlugin {...shortcuts} />
})
