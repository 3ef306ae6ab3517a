import type { EditorContext } from '@portabletext/editor'
import { htmlToPortableText } from '@portabletext/html'
import { newKey } from '../model/keys.ts'
import type { Block } from '../types.ts'
import { cleanHtml, type LeftOut } from './clean-html.ts'
import { tableOf } from './table-block.ts'

type Schema = EditorContext['schema']
type Rule = NonNullable<NonNullable<Parameters<typeof htmlToPortableText>[1]>['rules']>[number]

/** maximum number of characters, because parsing longer content blocks the page */
const mostCharacters = 5_000_000

/** The blocks of pasted HTML; null if it cannot be read, so that its plain text is used. */
export function blocksOfHtml(html: string, schema: Schema, leftOut: LeftOut): Block[] | null {
  if (html.length > mostCharacters) return null
  try {
    const page = cleanHtml(html, leftOut)
    return convert(html, page, pasteSchema(schema))
  } catch {
    // Parsers fail on elements that are nested ten thousand deep, so only the text is kept.
    return null
  }
}

/** Converts the sanitized document to blocks. The source is only read for the numbering of Word's lists. */
function convert(html: string, page: Document, schema: Schema): Block[] {
  const rules: Rule[] = [separator, table(schema)]
  return htmlToPortableText(html, {
    schema,
    rules,
    keyGenerator: newKey,
    parseHtml: () => page,
  }) as unknown as Block[]
}

/** The schema for pasted HTML. Blocks other than text get their stored form, not the editor's form. */
function pasteSchema(schema: Schema): Schema {
  const field = (name: string) => ({ name, type: 'string' as const })
  return {
    ...schema,
    blockObjects: [
      { name: 'code', fields: [field('code'), field('language')] },
      { name: 'break', fields: [field('style')] },
      { name: 'table', fields: [field('rows'), field('caption')] },
    ],
    inlineObjects: [],
  }
}

const separator: Rule = {
  deserialize: (element, _next, block) =>
    element.nodeName === 'HR' ? block({ _type: 'break', style: 'separator' }) : undefined,
}

/** A data table stays a table; a layout table is replaced by its content. */
function table(schema: Schema): Rule {
  return {
    deserialize: (element, next, block) => {
      if (!(element instanceof HTMLElement) || element.nodeName !== 'TABLE') return undefined
      const found = tableOf(element as HTMLTableElement, (cell) => convert('', pageOf(cell), schema))
      return found === null ? next(element.childNodes) : block(found)
    },
  }
}

/** The content of a cell as a separate document. */
function pageOf(cell: Element): Document {
  const page = document.implementation.createHTMLDocument()
  page.body.append(...[...cell.childNodes].map((node) => page.importNode(node, true)))
  return page
}
