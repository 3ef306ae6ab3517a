import { useTranslation } from 'react-i18next'
import { schemaOf } from '../dialogs/own-schemas.ts'
import { useRichText } from '../editor/context.ts'
import type { Block } from '../types.ts'
import { isKind } from './kinds.ts'

interface BlockTitle {
  readonly title: string
  /** whether anyone here has a name for it */
  readonly isKnown: boolean
  readonly canEdit: boolean
}

/** What a block is called: by its plugin, by this editor, or by the name of its type. */
export function useBlockTitle({ _type, ...block }: Block): BlockTitle {
  const { t } = useTranslation('richText')
  const { blockTypes } = useRichText()
  const plugin = blockTypes.get(_type)
  const canEdit = schemaOf(_type, blockTypes) !== null
  if (_type === 'block') return { title: t('kinds.odd'), isKnown: true, canEdit }
  if (isKind(_type)) return { title: withDetail(t(`kinds.${_type}`), _type, block), isKnown: true, canEdit }
  return { title: plugin?.title ?? _type, isKnown: plugin !== undefined, canEdit }
}

function withDetail(title: string, type: string, block: Readonly<Record<string, unknown>>): string {
  const detail = {
    code: block['language'],
    htmlBlock: block['source'],
    break: block['style'],
    file: block['media'],
  }
  const said = Object.hasOwn(detail, type) ? detail[type as keyof typeof detail] : undefined
  return typeof said === 'string' && said !== '' && said !== 'separator' ? `${title} · ${said}` : title
}
