import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ReactNode } from 'react'
import type { Locale } from '../site/locales'
import type { Picture as Image } from '../site/picture'
import { texts } from '../site/texts'
import { Picture } from './picture'

type Blocks = Parameters<typeof PortableText>[0]['value']

interface Captioned {
  readonly caption?: string
}

interface Nested {
  readonly content?: Blocks
}

interface Table extends Captioned {
  readonly headerRows?: number
  readonly rows: readonly { readonly cells: readonly Cell[] }[]
}

interface Cell extends Nested {
  readonly value?: Blocks
  readonly isHeader?: boolean
  readonly colspan?: number
  readonly rowspan?: number
}

interface Props {
  readonly blocks: Blocks
  readonly locale: Locale
}

export function RichText({ blocks, locale }: Props) {
  return (
    <div className="prose">
      <Content blocks={blocks} locale={locale} />
    </div>
  )
}

function Content({ blocks, locale }: { blocks: Blocks | undefined; locale: Locale }) {
  if (blocks === undefined) return null
  return <PortableText value={blocks} components={components(locale)} onMissingComponent={false} />
}

/** How each type of block is shown. */
function components(locale: Locale): PortableTextComponents {
  const nested = (content: Blocks | undefined): ReactNode => <Content blocks={content} locale={locale} />
  // A frame of another site would follow its visitors: a link asks them first.
  const external = ({ value }: { value: { url: string } & Captioned }): ReactNode => (
    <Figure caption={value.caption}>
      <SafeLink href={value.url}>{texts[locale].watch(hostOf(value.url))}</SafeLink>
    </Figure>
  )
  return {
    marks: {
      link: ({ value, children }) => <SafeLink href={value?.href}>{children}</SafeLink>,
      'strike-through': ({ children }) => <s>{children}</s>,
      underline: ({ children }) => <u>{children}</u>,
      highlight: ({ children }) => <mark>{children}</mark>,
    },
    listItem: ({ children, value }) => (
      <li>
        {children}
        {nested((value as Nested).content)}
      </li>
    ),
    types: {
      image: ({ value, isInline }: { value: Image & Captioned; isInline: boolean }) =>
        isInline ? (
          <Picture picture={value} sizes="12rem" />
        ) : (
          <Figure caption={value.caption}>
            <Picture picture={value} sizes="(width >= 42rem) 40rem, 100vw" />
          </Figure>
        ),
      gallery: ({ value }: { value: { images: Image[] } & Captioned }) => (
        <Figure caption={value.caption}>
          <ul className="gallery" role="list">
            {value.images.map((picture, index) => (
              <li key={index}>
                <Picture picture={picture} sizes="(width >= 30rem) 13rem, 100vw" />
              </li>
            ))}
          </ul>
        </Figure>
      ),
      code: ({ value }: { value: { code: string; filename?: string } }) => (
        <Figure caption={value.filename}>
          <pre tabIndex={0}>
            <code>{value.code}</code>
          </pre>
        </Figure>
      ),
      table: ({ value }: { value: Table }) => (
        <Figure caption={value.caption}>
          <div className="table" tabIndex={0} role="group">
            <table>
              <tbody>
                {value.rows.map(({ cells }, row) => (
                  <tr key={row}>
                    {cells.map((cell, index) => {
                      const Tag = cell.isHeader || row < (value.headerRows ?? 0) ? 'th' : 'td'
                      return (
                        <Tag key={index} colSpan={cell.colspan} rowSpan={cell.rowspan}>
                          {nested(cell.content ?? cell.value)}
                        </Tag>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Figure>
      ),
      quote: ({ value }: { value: Nested }) => <blockquote>{nested(value.content)}</blockquote>,
      callout: ({ value }: { value: Nested }) => <div className="callout">{nested(value.content)}</div>,
      details: ({ value }: { value: { title: string } & Nested }) => (
        <details>
          <summary>{value.title}</summary>
          {nested(value.content)}
        </details>
      ),
      columns: ({ value }: { value: { columns: Nested[] } }) =>
        value.columns.map(({ content }, index) => <div key={index}>{nested(content)}</div>),
      file: ({ value }: { value: { url?: string; filename?: string } & Captioned }) => (
        <p>
          <SafeLink href={value.url}>{value.caption ?? value.filename ?? value.url}</SafeLink>
        </p>
      ),
      'horizontal-rule': () => <hr />,
      break: () => <hr />,
      video: external,
      post: external,
      map: external,
      embed: external,
    },
    unknownType: () => null,
  }
}

function Figure({ caption, children }: { caption?: string | undefined; children: ReactNode }) {
  return (
    <figure>
      {children}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** Octavo stores safe links alone; what was stored before it checked them stays text. */
function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href !== undefined && /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href) ? (
    <a href={href}>{children}</a>
  ) : (
    children
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
