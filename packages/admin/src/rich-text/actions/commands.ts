import {
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  ImageIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  TextQuote,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOf } from '../model/kinds.ts'
import { type RichTextContext, useRichText } from './context.ts'

/** A command of the slash menu and the insert menu: it inserts a block or changes the style of the paragraph. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly hint: string
  readonly icon: LucideIcon
  /** search words in addition to the title */
  readonly words: string
  /** whether it inserts a block other than text */
  readonly isObject: boolean
  readonly run: (context: RichTextContext) => void
}

/** the styles of paragraphs that are offered as commands */
const styleCommands = [
  ['normal', Pilcrow],
  ['h1', Heading1],
  ['h2', Heading2],
  ['h3', Heading3],
  ['h4', Heading4],
  ['blockquote', TextQuote],
] as const

/** the kinds of lists that are offered as commands */
const listCommands = [
  ['bullet', List],
  ['number', ListOrdered],
] as const

/** built-in block types that a plugin can define instead */
const replaceable: readonly string[] = ['table', 'gallery', 'embed']

/** All commands; those of plugins come last. */
export function useCommands(): readonly Command[] {
  const { t } = useTranslation('richText')
  const { blockTypes, canPickMedia } = useRichText()
  return useMemo(() => {
    const named = (
      id:
        | 'normal'
        | 'h1'
        | 'h2'
        | 'h3'
        | 'h4'
        | 'blockquote'
        | 'bullet'
        | 'number'
        | 'code'
        | 'image'
        | 'gallery'
        | 'table'
        | 'embed'
        | 'divider',
    ) => ({
      id,
      title: t(`commands.${id}.title`),
      hint: t(`commands.${id}.hint`),
      words: t(`commands.${id}.words`),
    })
    const builtIn: Command[] = [
      ...styleCommands.map(([id, icon]) => ({
        ...named(id),
        icon,
        isObject: false,
        run: (context: RichTextContext) => context.setStyle(id),
      })),
      ...listCommands.map(([id, icon]) => ({
        ...named(id),
        icon,
        isObject: false,
        run: (context: RichTextContext) => context.toggleList(id),
      })),
      { ...named('code'), icon: Code, isObject: true, run: (context) => context.insertNew('code') },
      ...(canPickMedia
        ? [
            {
              ...named('image'),
              icon: ImageIcon,
              isObject: true,
              run: (context: RichTextContext) => context.insertImage(),
            },
            {
              ...named('gallery'),
              icon: iconOf('gallery'),
              isObject: true,
              run: (context: RichTextContext) => context.insertGallery(),
            },
          ]
        : []),
      {
        ...named('table'),
        icon: iconOf('table'),
        isObject: true,
        run: (context) => context.insertTable(),
      },
      {
        ...named('embed'),
        icon: iconOf('embed'),
        isObject: true,
        run: (context) => context.insertNew('embed'),
      },
      {
        ...named('divider'),
        icon: Minus,
        isObject: true,
        run: (context) => context.insert({ _type: 'break', style: 'separator' }),
      },
    ]
    const ofPlugins = [...blockTypes.values()]
      // Code and images only have the built-in commands above, even if a plugin defines these types.
      .filter(({ type }) => !['code', 'image'].includes(type))
      .map(({ type, title, description = '' }): Command => ({
        id: `block:${type}`,
        title,
        hint: description,
        words: type,
        icon: iconOf(type),
        isObject: true,
        run: (context) => context.insertNew(type),
      }))
    // A plugin that defines a replaceable type, such as tables, replaces its built-in command.
    return [...builtIn.filter(({ id }) => !replaceable.includes(id) || !blockTypes.has(id)), ...ofPlugins]
  }, [t, blockTypes, canPickMedia])
}

/** The commands that match what was typed; the closest match first. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const query = plain(typed)
  if (query === '') return [...commands]
  /** 0 to 2, the closest match first: the beginning of the title, of a word, within the title; 3: no match */
  const rankOf = ({ title, words, id }: Command): number => {
    const name = plain(title)
    if (name.startsWith(query)) return 0
    if (`${name} ${plain(words)} ${id}`.split(' ').some((word) => word.startsWith(query))) return 1
    return name.includes(query) ? 2 : 3
  }
  return commands
    .map((command) => ({ command, rank: rankOf(command) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

/** The text in lower case and without accents, for comparisons. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
