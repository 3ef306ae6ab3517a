import { Input, Textarea } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Pilcrow } from 'lucide-react'
import { useWorkspace } from '../../../session/session.tsx'
import { RichText } from '../../../rich-text/rich-text.tsx'
import type { Block, PickedItem, PickedMedia, RichTextHandle } from '../../../rich-text/types.ts'
import { blocksParts } from '../parts/block-parts.ts'
import { type ContentScope, useContentScope } from '../../in-change-set/content-scope.ts'
import { useEditor } from '../editor-context.ts'
import { growing } from '../../../ui/growing.ts'
import { type ControlProps, inputWrapperOrder } from './field-editor.ts'
import { useFieldUploads } from './use-field-uploads.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps } from './settings/settings-form.ts'

function PortableTextControl({
  field,
  value,
  onChange,
  label,
  description,
  error,
  issues,
  isReadOnly,
  version,
  name,
}: ControlProps) {
  const { t } = useTranslation('editor')
  const { blocks } = useWorkspace()
  const { flushes, saver } = useEditor()
  const scope = useContentScope()
  const handle = useRef<RichTextHandle>(null)
  const wrapper = useRef<HTMLDivElement>(null)
  const id = useId()
  const { upload, list } = useFieldUploads()
  // Reports the latest changes before a save, and before another value replaces them.
  useEffect(() => {
    const flush = ({ isOnlyUnfocused = false } = {}) => {
      if (isOnlyUnfocused && wrapper.current?.contains(document.activeElement) === true) return
      handle.current?.flush()
    }
    flushes.add(flush)
    return () => void flushes.delete(flush)
  }, [flushes])
  return (
    <Input.Wrapper
      ref={wrapper}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      inputWrapperOrder={inputWrapperOrder}
      withAsterisk={field.required}
    >
      {list}
      <RichText
        ref={handle}
        value={isBlocks(value) ? value : null}
        onChange={(next) => onChange(isBlank(next) ? null : next)}
        // The key is the id, not the slug, because several entries of a structured field have the same slug.
        onPending={(since) => saver.dispatch({ type: 'writing', key: field.id, since })}
        blockTypes={blocks}
        pickMedia={pickImage}
        pickMany={pickImages}
        cropPicture={cropImage}
        pickItem={() => pickTarget(scope)}
        uploadPictures={upload}
        label={name}
        {...(description !== undefined && { describedBy: `${id}-description` })}
        error={error}
        issues={issues}
        readOnly={isReadOnly}
        version={version}
        placeholder={t('fields.write')}
        hasWordCount
      />
    </Input.Wrapper>
  )
}

/**
 * Selects an item for a link. A site makes the address of the link from `reference`. `href` is only a default: it has
 * the form that imports write too, whatever the URL pattern of the collection is.
 */
async function pickTarget(scope: ContentScope): Promise<PickedItem | null> {
  const { pickItem } = await import('../../content-list/item-picker.tsx')
  const picked = await pickItem({ scope })
  if (picked === null) return null
  const { collection, id, slug, title } = picked
  return { title, href: `/${collection}/${encodeURIComponent(slug)}`, reference: { collection, id } }
}

async function pickImage(): Promise<PickedMedia | null> {
  const { pickMedia } = await import('../../media/media-picker.tsx')
  return pickMedia({ kind: 'image' })
}

async function pickImages(): Promise<readonly PickedMedia[]> {
  const { pickManyMedia } = await import('../../media/media-picker.tsx')
  return pickManyMedia({ kind: 'image' })
}

async function cropImage(picture: Readonly<Record<string, unknown>>) {
  const { cropPicture } = await import('../../media/crop/crop-picture.tsx')
  return cropPicture(picture)
}

function isBlocks(value: unknown): value is Block[] {
  return (
    Array.isArray(value) &&
    value.every((part) => typeof part === 'object' && part !== null && '_type' in part)
  )
}

/** An empty editor still contains a paragraph. */
function isBlank(blocks: readonly Block[]): boolean {
  return blocks.every(
    (block) =>
      block._type === 'block' &&
      block['listItem'] === undefined &&
      Array.isArray(block['children']) &&
      block['children'].every(
        (child: { _type?: unknown; text?: unknown }) => child._type === 'span' && child.text === '',
      ),
  )
}

interface DefaultBlock {
  readonly _type?: string
  readonly style?: string
  readonly children?: readonly { readonly text?: string; readonly marks?: readonly string[] }[]
}

/** A default of plain paragraphs; a richer default is kept unchanged. */
function DefaultParagraphs({ draft: _draft, value, onChange, description, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  const blocks = Array.isArray(value) ? (value as DefaultBlock[]) : []
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

function isParagraph({ _type, style = 'normal', children = [] }: DefaultBlock): boolean {
  return _type === 'block' && style === 'normal' && children.every(({ marks = [] }) => marks.length === 0)
}

function textOf({ children = [] }: DefaultBlock): string {
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
  Control: PortableTextControl,
  accepts: isBlocks,
  toParts: (value, _field, names) => (isBlocks(value) ? blocksParts(value, names) : []),
  DefaultValue: DefaultParagraphs,
}
