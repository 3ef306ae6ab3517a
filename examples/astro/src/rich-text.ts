import { escapeHTML, toHTML, uriLooksSafe, type PortableTextComponents } from '@portabletext/to-html'
import { texts } from './site/texts'
import type { Locale } from './site/locales'
import { pictureAttributes, type Picture } from './site/picture'

export type Blocks = Parameters<typeof toHTML>[0]

interface Captioned {
  readonly caption?: string
}

interface Nested {
  readonly content?: Blocks
}

interface Table extends Captioned {
  readonly headerRows?: number
  readonly rows: readonly {
    readonly cells: readonly {
      readonly content?: Blocks
      readonly value?: Blocks
      readonly isHeader?: boolean
      readonly colspan?: number
      readonly rowspan?: number
    }[]
  }[]
}

/** Rich text as HTML, in the build and for previews in the browser. All texts are escaped. */
export function richText(blocks: Blocks, locale: Locale): string {
  const nested = (content: Blocks | undefined): string =>
    content === undefined ? '' : toHTML(content, { components })
  const external = ({ url, caption }: { url: string } & Captioned): string =>
    figure(link(url, escapeHTML(texts[locale].watch(hostOf(url)))), caption)

  const components: PortableTextComponents = {
    marks: {
      link: ({ value, children }) => link(value?.href, children),
      'strike-through': ({ children }) => `<s>${children}</s>`,
      underline: ({ children }) => `<u>${children}</u>`,
      highlight: ({ children }) => `<mark>${children}</mark>`,
    },
    listItem: ({ children, value }) => `<li>${children ?? ''}${nested((value as Nested).content)}</li>`,
    types: {
      image: ({ value, isInline }: { value: Picture & Captioned; isInline: boolean }) =>
        isInline
          ? imageHtml(value, '12rem')
          : figure(imageHtml(value, '(width >= 42rem) 40rem, 100vw'), value.caption),
      gallery: ({ value }: { value: { images: Picture[] } & Captioned }) => {
        const pictures = value.images.map(
          (one) => `<li>${imageHtml(one, '(width >= 30rem) 13rem, 100vw')}</li>`,
        )
        return figure(`<ul class="gallery" role="list">${pictures.join('')}</ul>`, value.caption)
      },
      code: ({ value }: { value: { code: string; filename?: string } }) =>
        figure(`<pre tabindex="0"><code>${escapeHTML(value.code)}</code></pre>`, value.filename),
      table: ({ value }: { value: Table }) => figure(table(value, nested), value.caption),
      quote: ({ value }: { value: Nested }) => `<blockquote>${nested(value.content)}</blockquote>`,
      callout: ({ value }: { value: Nested }) => `<div class="callout">${nested(value.content)}</div>`,
      details: ({ value }: { value: { title: string } & Nested }) =>
        `<details><summary>${escapeHTML(value.title)}</summary>${nested(value.content)}</details>`,
      columns: ({ value }: { value: { columns: Nested[] } }) =>
        value.columns.map(({ content }) => nested(content)).join(''),
      file: ({ value }: { value: { url?: string; filename?: string } & Captioned }) =>
        `<p>${link(value.url, escapeHTML(value.caption ?? value.filename ?? value.url ?? ''))}</p>`,
      'horizontal-rule': () => '<hr>',
      break: () => '<hr>',
      // A frame of another site would follow its visitors: a link asks them first.
      video: ({ value }) => external(value),
      post: ({ value }) => external(value),
      map: ({ value }) => external(value),
      embed: ({ value }) => external(value),
    },
    unknownType: () => '',
  }
  return toHTML(blocks, { components, onMissingComponent: false })
}

function figure(content: string, caption: string | undefined): string {
  const below = caption ? `<figcaption>${escapeHTML(caption)}</figcaption>` : ''
  return `<figure>${content}${below}</figure>`
}

function link(href: string | undefined, content: string): string {
  return href !== undefined && uriLooksSafe(href) ? `<a href="${escapeHTML(href)}">${content}</a>` : content
}

export function imageHtml(picture: Picture, sizes: string): string {
  const attributes = pictureAttributes(picture, sizes)
  if (attributes === undefined) return ''
  const { style, ...others } = attributes
  const css = [
    style.backgroundColor && `background-color:${style.backgroundColor}`,
    style.objectPosition && `object-position:${style.objectPosition}`,
  ].filter(Boolean)
  const all = { ...others, loading: 'lazy', decoding: 'async', style: css.join(';') }
  const written = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeHTML(String(value))}"`],
  )
  return `<img ${written.join(' ')}>`
}

function table({ rows, headerRows = 0 }: Table, nested: (content: Blocks | undefined) => string): string {
  const written = rows.map(({ cells }, index) => {
    const row = cells.map(({ content, value, isHeader, colspan, rowspan }) => {
      const tag = isHeader === true || index < headerRows ? 'th' : 'td'
      const spans = `${colspan ? ` colspan="${colspan}"` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`
      return `<${tag}${spans}>${nested(content ?? value)}</${tag}>`
    })
    return `<tr>${row.join('')}</tr>`
  })
  return `<div class="table" tabindex="0" role="group"><table>${written.join('')}</table></div>`
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
