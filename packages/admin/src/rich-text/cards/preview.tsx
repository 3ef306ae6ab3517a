import type { ReactElement } from 'react'
import type { Block } from '../types.ts'
import classes from './cards.module.css'
import { CodePreview } from './code-preview.tsx'
import { EmbedPreview, FilePreview } from './embed-preview.tsx'
import { GalleryPreview, ImagePreview } from './image-preview.tsx'
import { TablePreview } from './table-preview.tsx'
import { textOf } from '../model/text-of.ts'

const previews: Readonly<Record<string, (block: Block) => ReactElement | null>> = {
  image: (block) => <ImagePreview block={block} />,
  gallery: (block) => <GalleryPreview block={block} />,
  code: (block) => <CodePreview text={block['code']} />,
  // Untrusted markup is shown as text and never executed.
  htmlBlock: (block) => <CodePreview text={block['html']} />,
  html: (block) => <CodePreview text={block['html'] ?? block['value']} />,
  video: (block) => <EmbedPreview block={block} />,
  post: (block) => <EmbedPreview block={block} />,
  embed: (block) => <EmbedPreview block={block} />,
  file: (block) => <FilePreview block={block} />,
  table: (block) => <TablePreview block={block} />,
  break: () => null,
  'horizontal-rule': () => null,
}

/** A short preview of a block's content. */
export function Preview({ block }: { readonly block: Block }) {
  const show = Object.hasOwn(previews, block._type) ? previews[block._type] : undefined
  return show === undefined ? <TextPreview block={block} /> : show(block)
}

function TextPreview({ block }: { readonly block: Block }) {
  const text = textOf(block)
  const url = typeof block['url'] === 'string' ? block['url'] : ''
  if (text === '' && url === '') return null
  return (
    <div className={classes['cardText']}>
      {text !== '' && <div dir="auto">{text}</div>}
      {url !== '' && url !== text && <div className={classes['address']}>{url}</div>}
    </div>
  )
}
