import type { Wrapper } from '../../core/handler.ts'
import { NotModified } from '../../platform/encoded.ts'
import { Conversion } from '../rich-text/converter.ts'
import { type MarkdownInput, takesMarkdown, withParsedMarkdown } from './markdown-input.ts'
import { asMarkdown, valuesOf } from './markdown-output.ts'

/**
 * Reads the Markdown of an input before the transaction and writes that of the result after the commit, so that no
 * other writer waits for a conversion.
 */
export const withMarkdown: Wrapper<MarkdownInput> = (call, run) =>
  takesMarkdown(call.input) ? converted(call, run) : run(call.input)

const converted: Wrapper<MarkdownInput> = async ({ context, input, shown }, run) => {
  const { services, caller } = context
  const conversion = new Conversion(caller.userId ?? '')
  const result = await run(await withParsedMarkdown(services, input, conversion))
  if (input.format !== 'markdown' || result instanceof NotModified) return result
  const { current: schema } = services.schema
  const collection = schema.collections.get(collectionOf(input, result))
  return collection === undefined ? result : asMarkdown(result, { collection, schema, shown, conversion })
}

/** The collection of the call, else that of the item or revision in its result. */
function collectionOf({ collection }: MarkdownInput, result: unknown): string {
  if (typeof collection === 'string') return collection
  const { item } = valuesOf(result) as { item?: { type?: string; collection?: string } }
  return item?.type ?? item?.collection ?? ''
}
