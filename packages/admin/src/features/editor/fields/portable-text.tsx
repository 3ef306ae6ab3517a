import { Input } from '@mantine/core'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../../session/session.tsx'
import { RichText } from '../../../rich-text/rich-text.tsx'
import type { Block, BlockIssue, PickedItem, PickedMedia, RichTextHandle } from '../../../rich-text/types.ts'
import { blocksParts } from '../parts/block-parts.ts'
import { type ContentScope, useContentScope } from '../../in-change-set/content-scope.ts'
import { useEditor } from '../editor-context.ts'
import { type ControlProps, type FieldEditor, inputWrapperOrder } from './field-editor.ts'
import { useFieldUploads } from './use-field-uploads.ts'

function PortableTextControl({
  field,
  value,
  onChange,
  label,
  description,
  error,
  isReadOnly,
  version,
  name,
}: ControlProps) {
  const { t } = useTranslation('editor')
  const { blocks } = useWorkspace()
  const { flushes, saver } = useEditor()
  const scope = useContentScope()
  const handle = useRef<RichTextHandle>(null)
  const id = useId()
  const { upload, list } = useFieldUploads()
  const issues = useMemo(() => issuesOf(error), [error])
  // Reports the latest changes before a save.
  useEffect(() => {
    const flush = () => handle.current?.flush()
    flushes.add(flush)
    return () => void flushes.delete(flush)
  }, [flushes])
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      inputWrapperOrder={inputWrapperOrder}
      withAsterisk={field.required}
    >
      {list}
      <RichText
        ref={handle}
        value={isBlocks(value) ? value : null}
        onChange={(next) => onChange(isBlank(next) ? null : next)}
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

/** Selects an item of this site, with the URL path that menus use. */
async function pickTarget(scope: ContentScope): Promise<PickedItem | null> {
  const { pickItem } = await import('../../content-list/item-picker.tsx')
  const picked = await pickItem({ scope })
  if (picked === null) return null
  const { collection, id, slug, title } = picked
  return { title, href: `/${collection}/${encodeURIComponent(slug)}`, reference: { collection, id } }
}

/** The path of a block's issue begins with its index, as in `3.children.0: …`. */
function issuesOf(error: string | undefined): readonly BlockIssue[] {
  const [, path, message] = /^(\d+(?:\.\w+)*): (.+)$/s.exec(error ?? '') ?? []
  return path === undefined || message === undefined ? [] : [{ path, message }]
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

export const portableText: FieldEditor = {
  Control: PortableTextControl,
  accepts: isBlocks,
  toParts: (value, _field, names) => (isBlocks(value) ? blocksParts(value, names) : []),
}
