import {
  MarkdownShortcutsPlugin,
  type MarkdownShortcutsPluginProps,
} from '@portabletext/plugin-markdown-shortcuts'
import { isSafeUrl } from '@octavo/contract/url'
import { memo } from 'react'
import { objectType } from '../model/open.ts'

/** They are here once: new ones would be registered with every drawing. */
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

/** `# `, `- `, `1. `, `> `, `---`, `**bold**`, `code` and the like, while writing. */
export const MarkdownShortcuts = memo(function MarkdownShortcuts() {
  return <MarkdownShortcutsPlugin {...shortcuts} />
})
