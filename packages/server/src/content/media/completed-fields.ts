import type { ReadContext } from '../../core/context.ts'
import { type Data, ownData, parseData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { dataText } from '../../core/model/stored-form.ts'
import { completedText } from './completing.ts'

/** Stored data with the references to media of some fields completed by one look-up, as in an answer. */
export async function completedFields(
  context: ReadContext,
  fields: Iterable<FieldModel>,
  data: Readonly<Data>,
): Promise<Data> {
  const mediaFields = new Map(
    [...fields].flatMap((field) => (field.type.holdsMedia ? [[field.slug, field]] : [])),
  )
  const values = Object.fromEntries(Object.entries(data).filter(([slug]) => mediaFields.has(slug)))
  // `dataText` marks the references to media, as in stored JSON; `completedText` replaces the marks.
  const text = dataText(mediaFields, values)
  const shown = await completedText(context, text)
  return shown === text ? ownData(data) : Object.assign(ownData(data), parseData(shown))
}
