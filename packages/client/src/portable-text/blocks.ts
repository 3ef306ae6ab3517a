import { isSafeLink } from '@octavo/contract/url'
import type { Attributes, Settings, TypedObject, Writer } from './writer.ts'

/** A stored block. Programs can store blocks of any form, so each member is checked before it is used. */
export type Value = Readonly<Record<string, unknown>>

type Show<Node> = (value: Value) => Node

/** How each type of block is shown, by `_type`. */
export function blockViews<Node>(
  writer: Writer<Node>,
  settings: Settings,
): Readonly<Record<string, Show<Node>>> {
  return new BlockViews(writer, settings).byType
}

class BlockViews<Node> {
  readonly #writer: Writer<Node>
  readonly #settings: Settings

  constructor(writer: Writer<Node>, settings: Settings) {
    this.#writer = writer
    this.#settings = settings
  }

  get byType(): Record<string, Show<Node>> {
    const embed: Show<Node> = (value) => this.#embed(value)
    const html: Show<Node> = (value) => this.#html(value)
    return {
      image: (value) => this.#picture(value),
      gallery: (value) => this.#gallery(value),
      file: (value) => this.#file(value),
      playlist: (value) =>
        this.#element(
          'div',
          { class: 'playlist' },
          listOf(value['files']).map((one) => this.#file(one)),
        ),
      video: embed,
      post: embed,
      map: embed,
      embed,
      code: (value) => this.#code(value),
      table: (value) => this.#table(value),
      columns: (value) =>
        this.#element(
          'div',
          { class: 'columns' },
          listOf(value['columns']).map((column) =>
            this.#element('div', {}, [this.#blocks(column['content'])]),
          ),
        ),
      cover: (value) => this.#withMedia('cover', value['background'], value),
      mediaText: (value) =>
        this.#withMedia(`media-text ${textOf(value['position'])}`.trim(), value['media'], value),
      details: (value) =>
        this.#element('details', anchored(value), [
          this.#element('summary', {}, [this.#text(value['title'])]),
          this.#blocks(value['content']),
        ]),
      buttons: (value) =>
        this.#element(
          'p',
          { class: 'buttons' },
          listOf(value['buttons']).map((button) => this.#button(button)),
        ),
      // Breaks of other styles (`more`, `page`) are not shown.
      break: (value) => (value['style'] === 'separator' ? this.#element('hr', {}) : this.#nothing()),
      'horizontal-rule': () => this.#element('hr', {}),
      section: (value) => this.#blocks(this.#settings.sections?.[textOf(value['slug'])]),
      quote: (value) => this.#element('blockquote', anchored(value), [this.#blocks(value['content'])]),
      callout: (value) =>
        this.#element('aside', { ...anchored(value), class: `callout ${textOf(value['tone'])}`.trim() }, [
          this.#blocks(value['content']),
        ]),
      html,
      htmlBlock: html,
    }
  }

  #element(tag: string, attributes: Attributes, children?: readonly Node[]): Node {
    return this.#writer.element(tag, attributes, children)
  }

  #text(value: unknown): Node {
    return this.#writer.text(textOf(value))
  }

  #nothing(): Node {
    return this.#writer.text('')
  }

  #blocks(value: unknown): Node {
    const blocks = listOf(value).filter((one): one is Value & TypedObject => typeof one['_type'] === 'string')
    return blocks.length === 0 ? this.#nothing() : this.#writer.blocks(blocks)
  }

  #picture(value: Value): Node {
    const image = this.#image(value)
    if (image === null) return this.#nothing()
    const link = linkOf(value['link'])
    const content =
      link === undefined
        ? image
        : this.#element('a', { href: link, title: optional(value['linkTitle']) }, [image])
    return this.#figure(value, content)
  }

  /** The image alone; null without a safe address, which is `src` in pictures that were Markdown. */
  #image(value: Value): Node | null {
    const src = linkOf(value['url'] ?? value['src'])
    if (src === undefined) return null
    const widths = Array.isArray(value['variants'])
      ? value['variants'].filter((one) => typeof one === 'number')
      : []
    const isResized = widths.length > 0
    return this.#element('img', {
      src,
      alt: textOf(value['alt']),
      title: optional(value['title']),
      width: numberOf(value['width']),
      height: numberOf(value['height']),
      srcset: isResized ? widths.map((width) => `${src}?w=${width} ${width}w`).join(', ') : undefined,
      sizes: isResized ? (this.#settings.sizes ?? '100vw') : undefined,
      loading: 'lazy',
    })
  }

  #figure(value: Value, content: Node): Node {
    const caption = this.#caption(value)
    return this.#element('figure', anchored(value), caption === null ? [content] : [content, caption])
  }

  /** The caption of a figure, as rich text if the block has one; null without a caption. */
  #caption({ caption, captionContent }: Value): Node | null {
    if (listOf(captionContent).length > 0)
      return this.#element('figcaption', {}, [this.#blocks(captionContent)])
    return textOf(caption) === '' ? null : this.#element('figcaption', {}, [this.#text(caption)])
  }

  #gallery(value: Value): Node {
    const pictures = listOf(value['images']).map((one) =>
      one['_type'] === 'htmlBlock' ? this.#html(one) : this.#picture(one),
    )
    return this.#figure(value, this.#element('div', { class: 'gallery' }, pictures))
  }

  #file(value: Value): Node {
    const url = linkOf(value['url'])
    if (url === undefined) return this.#nothing()
    const media = value['media']
    if (media === 'audio' || media === 'video') {
      const sources = [value, ...listOf(value['sources'])].flatMap((one) => linkOf(one['url']) ?? [])
      const children = sources.map((src) => this.#element('source', { src }))
      const poster = linkOf(value['poster'])
      return this.#figure(value, this.#element(media, { controls: true, poster }, children))
    }
    const name = textOf(value['button']) || textOf(value['filename']) || url
    return this.#element('p', anchored(value), [
      this.#element('a', { href: url, download: true }, [this.#text(name)]),
    ])
  }

  /** A page of another site as a link: a site that embeds it replaces this view. */
  #embed(value: Value): Node {
    const href = linkOf(value['url'])
    if (href === undefined) return this.#nothing()
    const title = textOf(value['title']) || href
    return this.#figure(value, this.#element('a', { href }, [this.#text(title)]))
  }

  #code(value: Value): Node {
    const language = textOf(value['language'])
    const name = language === '' ? undefined : `language-${language}`
    const title = textOf(value['title']) || textOf(value['filename'])
    const code = this.#element('pre', {}, [
      this.#element('code', { class: name }, [this.#text(value['code'])]),
    ])
    return title === '' ? code : this.#figure({ ...value, caption: title }, code)
  }

  #table(value: Value): Node {
    const heads = numberOf(value['headerRows']) ?? 0
    const alignments: unknown[] = Array.isArray(value['alignment']) ? value['alignment'] : []
    const rows = listOf(value['rows']).map((row, index) =>
      this.#element(
        'tr',
        {},
        listOf(row['cells']).map((cell, column) => this.#cell(cell, index < heads, alignments[column])),
      ),
    )
    return this.#figure(value, this.#element('table', {}, [this.#element('tbody', {}, rows)]))
  }

  #cell(cell: Value, isHead: boolean, alignment: unknown): Node {
    const tag = isHead || cell['isHeader'] === true ? 'th' : 'td'
    const align = textOf(alignment)
    const attributes = {
      colspan: numberOf(cell['colspan']),
      rowspan: numberOf(cell['rowspan']),
      class: align === '' ? undefined : `align-${align}`,
    }
    // Tables that were Markdown have the content of a cell as `value`.
    return this.#element(tag, attributes, [this.#blocks(cell['content'] ?? cell['value'])])
  }

  /** The content of a block beside or over its picture or file. */
  #withMedia(className: string, media: unknown, value: Value): Node {
    const [file] = listOf([media])
    const mediaNodes =
      file === undefined ? [] : [file['_type'] === 'image' ? this.#picture(file) : this.#file(file)]
    return this.#element('div', { ...anchored(value), class: className }, [
      ...mediaNodes,
      this.#blocks(value['content']),
    ])
  }

  #button(value: Value): Node {
    const href = linkOf(value['url'])
    const target = value['blank'] === true ? { target: '_blank', rel: 'noopener' } : {}
    return this.#element(href === undefined ? 'span' : 'a', { href, ...target }, [this.#text(value['text'])])
  }

  #html(value: Value): Node {
    const { sanitize } = this.#settings
    return sanitize === undefined ? this.#nothing() : this.#writer.html(sanitize(textOf(value['html'])))
  }
}

/** The id of an element to which links of the page can lead. */
function anchored(value: Value): Attributes {
  return { id: optional(value['anchor']) }
}

/** A safe address, else undefined: blocks that other programs stored can have addresses that run scripts. */
export function linkOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isSafeLink(value) ? value : undefined
}

/** A member of a block as text: empty if it is something else, because blocks of other programs can hold anything. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A text for an attribute; undefined if it is empty or no text, so that the attribute is left out. */
export function optional(value: unknown): string | undefined {
  return textOf(value) === '' ? undefined : textOf(value)
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The objects in a list; empty if the value is no list. */
export function listOf(value: unknown): readonly Value[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}
