/** Creates the output for blocks: React elements, or HTML as text. */
export interface Writer<Node> {
  element(tag: string, attributes: Attributes, children?: readonly Node[]): Node
  /** text for people, which is not read as HTML */
  text(text: string): Node
  /** rich text within a block */
  blocks(blocks: readonly TypedObject[]): Node
  /** HTML that is safe */
  html(html: string): Node
}

/** Attributes as HTML names them; undefined ones are left out, and true ones have no value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface TypedObject {
  readonly _type: string
  readonly _key?: string
}

export interface Settings {
  /** Makes HTML of authors and of imports safe, such as DOMPurify. Without it blocks of HTML are left out. */
  readonly sanitize?: ((html: string) => string) | undefined
  /** `sizes` of pictures; the whole width of the window by default */
  readonly sizes?: string | undefined
  /** the content of sections of the site by their slugs; blocks that show other sections are left out */
  readonly sections?: Readonly<Record<string, readonly TypedObject[]>> | undefined
}
