import { useTranslation } from 'react-i18next'
import { specialDialogOf } from '../special-dialogs.ts'
import { schemaOf } from '../built-in-schemas.ts'
import { useRichText } from '../actions/context.ts'
import type { Block } from '../types.ts'
import { isKind } from '../model/kinds.ts'

interface BlockTitle {
  readonly title: string
  /** distinguishes the block from others of its type: a language, a source */
  readonly detail: string
  /** whether a plugin or this editor defines a name for the type */
  readonly isKnown: boolean
  /** whether this editor has a dialog for the block */
  readonly canEdit: boolean
}

/** The title of a block: the built-in one, that of the plugin, or the name of the type. */
export function useBlockTitle(block: Block): BlockTitle {
  const { _type } = block
  const { t } = useTranslation('richText')
  const { blockTypes } = useRichText()
  const plugin = blockTypes.get(_type)
  const canEdit = schemaOf(_type, blockTypes) !== null || specialDialogOf(block, blockTypes) !== null
  const shared = { detail: detailOf(_type, block), canEdit }
  // A text block that the editor cannot edit as text (`isTextBlock`): an entry of a list with nested blocks, or a block
  // with values in another form.
  if (_type === 'block') {
    const title = block['content'] === undefined ? t('kinds.odd') : t('kinds.entry')
    return { ...shared, title, isKnown: true }
  }
  if (isKind(_type)) return { ...shared, title: t(`kinds.${_type}`), isKnown: true }
  return { ...shared, title: plugin?.title ?? _type, isKnown: plugin !== undefined }
}

/** What distinguishes the block; a break with the style `separator` is the usual one, so it has no detail. */
function detailOf(type: string, block: Readonly<Record<string, unknown>>): string {
  const details = {
    code: block['language'],
    htmlBlock: block['source'],
    break: block['style'],
    file: block['media'],
  }
  const detail = Object.hasOwn(details, type) ? details[type as keyof typeof details] : undefined
  return typeof detail === 'string' && detail !== 'separator' ? detail : ''
}
