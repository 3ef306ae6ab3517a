import { z } from 'zod'
import { crop, focalPoint, placeholder, variantWidths } from './media-values.ts'

/**
 * The blocks of rich text that Markdown, the admin and the importers write, as answers have them. They document what
 * a site receives and validate nothing: `portable-text.ts` has the rules for stored values.
 */

/** A placeholder for the union of all blocks, where blocks nest. Plugins add types to the union. */
export const anyBlock = z.unknown().meta({ id: 'PortableTextBlock' })
const blocks = z.array(anyBlock)

const text = z.string().optional()
const key = { _key: text }
/** the id in addresses that lead to this place of the page */
const anchor = { anchor: text.meta({ description: 'the id that links to this place of the page use' }) }
const reference = z
  .object({ collection: z.string(), id: z.string() })
  .optional()
  .meta({ description: 'the item that the link leads to' })

const caption = {
  caption: text,
  captionContent: blocks.optional().meta({ description: 'the caption with its links' }),
}

/** A block with its type, key and anchor. */
function block<Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  id: string,
  shape: Shape,
) {
  return z.object({ _type: z.literal(type), ...key, ...anchor, ...shape }).meta({ id })
}

/** An object within a text or within a block, which has no anchor. */
function part<Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  id: string,
  shape: Shape,
) {
  return z.object({ _type: z.literal(type), ...key, ...shape }).meta({ id })
}

/** A text with its marks. */
export const span = part('span', 'PortableTextSpan', {
  text: z.string(),
  marks: z.array(z.string()).optional().meta({ description: 'names of decorators, and keys of markDefs' }),
})

export const linkMark = z
  .object({
    _type: z.literal('link'),
    _key: z.string(),
    href: z.string(),
    title: text,
    blank: z.boolean().optional().meta({ description: 'opens in a new tab' }),
    autolink: z.boolean().optional(),
    reference,
  })
  .meta({ id: 'LinkMark' })

/** Objects of unknown types in texts, blocks and lists of marks. */
export const otherChild = z.unknown().meta({ id: 'OtherBlock' })
export const otherMark = z.unknown().meta({ id: 'OtherMark' })

const imageBlock = block('image', 'ImageBlock', {
  id: text.meta({ description: 'of the media library; absent for a picture from elsewhere' }),
  url: text,
  src: text.meta({ description: 'the address of a picture that Markdown names' }),
  alt: text,
  title: text,
  ...caption,
  width: z.number().optional(),
  height: z.number().optional(),
  placeholder: placeholder.optional(),
  focalPoint: focalPoint.optional(),
  variants: variantWidths.optional(),
  crop: crop.optional(),
  align: text,
  link: text,
  linkTitle: text,
  reference,
})

const textBlock = block('block', 'TextBlock', {
  style: text.meta({
    description: 'normal, h1 … h6, blockquote, pullquote, citation, verse, preformatted, or another',
  }),
  children: z.array(z.union([span, imageBlock, otherChild])),
  markDefs: z.array(z.union([linkMark, otherMark])).optional(),
  listItem: text.meta({ description: 'bullet, number or task' }),
  level: z.number().optional(),
  start: z.number().optional().meta({ description: 'the number that a list begins with' }),
  spread: z.boolean().optional().meta({ description: 'the entries of the list are paragraphs' }),
  reversed: z.boolean().optional().meta({ description: 'the list counts down' }),
  checked: z.boolean().optional().meta({ description: 'of an entry with a checkbox' }),
  align: text,
  content: blocks.optional().meta({ description: 'blocks within the entry of a list' }),
})

const htmlBlock = block('htmlBlock', 'ImportedHtmlBlock', {
  html: z.string().meta({ description: 'of another site, with its scripts: never show it unsanitized' }),
  source: text,
})

const fileShape = {
  media: text.meta({ description: 'audio, video or document' }),
  id: text,
  url: text,
  filename: text,
  mimeType: text,
  size: z.number().optional(),
  button: text.meta({ description: 'the text of its download button' }),
  ...caption,
  poster: text,
}

const fileBlock = block('file', 'FileBlock', {
  ...fileShape,
  sources: z
    .array(part('file', 'FileSource', fileShape))
    .optional()
    .meta({ description: 'its other forms' }),
  tracks: z.array(part('track', 'FileTrack', { url: z.string() })).optional(),
})

const embedded = { url: z.string(), title: text, ...caption }

const cell = part('cell', 'TableCell', {
  content: blocks.optional(),
  value: blocks.optional().meta({ description: 'the same in tables that were Markdown' }),
  isHeader: z.boolean().optional(),
  colspan: z.number().optional(),
  rowspan: z.number().optional(),
})

/** Every type of block but those of plugins. */
export const richTextBlocks = [
  textBlock,
  imageBlock,
  block('gallery', 'GalleryBlock', {
    images: z.array(z.union([imageBlock, htmlBlock])),
    columns: z.number().optional(),
    ...caption,
  }),
  fileBlock,
  block('playlist', 'PlaylistBlock', { media: text, files: z.array(fileBlock) }),
  block('video', 'VideoBlock', embedded),
  block('post', 'PostBlock', embedded),
  block('map', 'MapBlock', {
    ...embedded,
    latitude: z.number().optional(),
    longitude: z.number().optional(),
  }),
  block('embed', 'EmbedBlock', embedded),
  block('code', 'CodeBlock', {
    code: z.string(),
    language: text,
    title: text,
    filename: text,
    highlightedLines: z.array(z.number()).optional(),
  }),
  block('table', 'TableBlock', {
    rows: z.array(part('row', 'TableRow', { cells: z.array(cell) })),
    headerRows: z.number().optional().meta({ description: 'of tables that were Markdown' }),
    alignment: z
      .array(z.string().nullable())
      .optional()
      .meta({ description: 'left, center or right for each column of a table that was Markdown' }),
    ...caption,
  }),
  block('columns', 'ColumnsBlock', {
    columns: z.array(part('column', 'Column', { width: text, content: blocks })),
  }),
  block('cover', 'CoverBlock', {
    background: z.union([imageBlock, fileBlock]).optional(),
    content: blocks,
  }),
  block('mediaText', 'MediaTextBlock', {
    media: z.union([imageBlock, fileBlock]).optional(),
    position: text.meta({ description: 'left or right' }),
    content: blocks,
  }),
  block('details', 'DetailsBlock', { title: z.string(), content: blocks }),
  block('buttons', 'ButtonsBlock', {
    buttons: z.array(
      part('button', 'ButtonPart', {
        text: z.string(),
        url: text,
        blank: z.boolean().optional(),
        service: text.meta({ description: 'the network that the button leads to' }),
        reference,
      }),
    ),
  }),
  block('break', 'BreakBlock', {
    style: text.meta({ description: 'separator, more or page' }),
    text,
  }),
  block('horizontal-rule', 'HorizontalRuleBlock', {}),
  block('section', 'SectionBlock', { slug: text.meta({ description: 'of a section of the site' }) }),
  block('quote', 'QuoteBlock', { content: blocks }),
  block('callout', 'CalloutBlock', {
    tone: text.meta({ description: 'note, tip, important, warning or caution' }),
    spread: z.boolean().optional(),
    content: blocks,
  }),
  block('html', 'HtmlBlock', {
    html: z.string().meta({ description: 'as its author wrote it: show it only where you trust them' }),
  }),
  htmlBlock,
] as const
