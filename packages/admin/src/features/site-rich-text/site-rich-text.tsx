import { Input } from '@mantine/core'
import { type Ref, useId, useMemo } from 'react'
import { useWorkspace } from '../../session/session.tsx'
import { pickItem } from '../content-list/item-picker.tsx'
import { cropPicture } from '../media/crop/crop-picture.tsx'
import { pickManyMedia, pickMedia } from '../media/media-picker.tsx'
import { RichText } from '../../rich-text/rich-text.tsx'
import type { Block, BlockIssue, PickedItem, PickedMedia, RichTextHandle } from '../../rich-text/types.ts'

interface SiteRichTextProps {
  readonly label: string
  readonly value: readonly Block[]
  readonly onChange: (blocks: Block[]) => void
  readonly error: string | undefined
  /** the issues of the service with parts of the text */
  readonly issues: readonly BlockIssue[]
  /** changes when `value` must replace what the editor shows */
  readonly version: string
  readonly placeholder?: string
  readonly ref?: Ref<RichTextHandle>
}

/** A rich-text field with a label, and with the block types, media and items of this site. */
export function SiteRichText({ label, error, ...editor }: SiteRichTextProps) {
  const id = useId()
  const { blocks } = useWorkspace()
  const blockTypes = useMemo(
    () => blocks.map(({ type, title, description, schema }) => ({ type, title, description, schema })),
    [blocks],
  )
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" labelProps={{ id: `${id}-label` }}>
      <RichText
        {...editor}
        labelledBy={`${id}-label`}
        error={error}
        blockTypes={blockTypes}
        pickMedia={pickImage}
        pickMany={pickImages}
        cropPicture={cropPicture}
        pickItem={pickLink}
      />
    </Input.Wrapper>
  )
}

function pickImage(): Promise<PickedMedia | null> {
  return pickMedia({ kind: 'image' })
}

function pickImages(): Promise<readonly PickedMedia[]> {
  return pickManyMedia({ kind: 'image' })
}

/**
 * Lets the person choose an item for a link. `reference` names the item, so that a site can make its real address.
 * `href` is for sites that do not: it ignores the URL pattern of the collection, as that of an imported link does.
 */
async function pickLink(): Promise<PickedItem | null> {
  const item = await pickItem()
  if (item === null) return null
  const { collection, id, slug, title } = item
  return {
    href: `/${collection}/${encodeURIComponent(slug)}`,
    title,
    reference: { collection, id },
  }
}
