import { Textarea } from '@mantine/core'
import { Pilcrow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

interface Block {
  readonly _type?: string
  readonly style?: string
  readonly children?: readonly { readonly text?: string; readonly marks?: readonly string[] }[]
}

/** A default of plain paragraphs; a richer default is kept unchanged. */
function DefaultParagraphs({ draft: _draft, value, onChange, description, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  const blocks = Array.isArray(value) ? (value as Block[]) : []
  const isPlain = blocks.every(isParagraph)
  return (
    <Textarea
      {...shown}
      description={isPlain ? description : t('field.richDefault')}
      readOnly={!isPlain}
      {...growing(2, 10)}
      dir="auto"
      value={blocks.map(textOf).join('\n')}
      onChange={({ currentTarget }) => onChange(paragraphsOf(currentTarget.value))}
    />
  )
}

function isParagraph({ _type, style = 'normal', children = [] }: Block): boolean {
  return _type === 'block' && style === 'normal' && children.every(({ marks = [] }) => marks.length === 0)
}

function textOf({ children = [] }: Block): string {
  return children.map(({ text = '' }) => text).join('')
}

function paragraphsOf(text: string): unknown {
  if (text === '') return undefined
  return text.split('\n').map((line, at) => ({
    _type: 'block',
    _key: `default${at}`,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: `text${at}`, text: line, marks: [] }],
  }))
}

export const portableText: FieldTypeUi = {
  icon: Pilcrow,
  isScalar: () => false,
  rules: [],
  DefaultValue: DefaultParagraphs,
  widgets: [],
}
