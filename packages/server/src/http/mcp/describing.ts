import { valuedFields } from '../../core/model/visible-fields.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf } from '../../core/model/structure.ts'

type Values = Readonly<Record<string, unknown>>

const richText =
  'A paragraph with **strong** words and a [link](https://example.com).\n\n- an entry of a list'

/**
 * Adds to a collection what a model needs to write items: a valid example value for each field, and a complete call of
 * `content_create`.
 */
export function withExamples(result: Values, collection: CollectionModel): Values {
  const item = result['item'] as Values
  const fields = (item['fields'] as { slug: string }[]).map((definition) => {
    const field = collection.shownField.get(definition.slug)
    return field === undefined ? definition : { ...definition, ...exampleOf(field) }
  })
  return { ...result, item: { ...item, fields }, example: createCall(collection) }
}

/** A valid example of a field, or its rules if there is none; with `takes`, a description in words, for some types. */
function exampleOf(field: FieldModel): Values {
  const { type, definition } = field
  if (type.name === 'portableText') return { example: richText, takes: 'Markdown as one string, or blocks' }
  const example = candidates(field).find((value) => field.value.safeParse(value).success)
  return { ...(example === undefined ? { takes: definition.validation } : { example }), ...takesOf(field) }
}

function takesOf({ type, options }: FieldModel): Values {
  if (type.name === 'reference')
    return { takes: `${options['allowMultiple'] === true ? 'ids' : 'the id'} of ${itemsOf(options)}` }
  const isFile = type.name === 'image' || type.name === 'file'
  return isFile ? { takes: 'the id of a file (media_list)' } : {}
}

/** The items that a reference can name. A field has no collection if the caller does not see it. */
function itemsOf({ collection }: FieldModel['options'], named = 'existing items'): string {
  return collection === undefined
    ? 'items that this token does not see, so it takes none'
    : `${named} of "${String(collection)}" (content_list)`
}

/**
 * Candidates for an example of a field: that of its type, that one with a length that the field allows, then the limits
 * and the default of the field.
 */
function candidates({ definition, type, validation, ...field }: FieldModel): unknown[] {
  const ofType = type.example({ ...field, validation })
  const { min, max, minLength = 0, maxLength } = validation as Record<string, number | undefined>
  const adjusted = typeof ofType === 'string' ? [ofType.padEnd(minLength, '.').slice(0, maxLength)] : []
  return [ofType, ...adjusted, min, max, definition.defaultValue].filter((value) => value !== undefined)
}

/** A short valid call: only the required fields and the first field. */
function createCall(collection: CollectionModel): Values {
  const { slug } = collection
  const exampleFields = valuedFields(collection).filter((field, index) => index === 0 || field.required)
  const data = Object.fromEntries(
    exampleFields.flatMap((field) => {
      const { example } = exampleOf(field)
      return example === undefined ? [] : [[field.slug, example]]
    }),
  )
  const call = { tool: 'content_create', arguments: { collection: slug, data } }
  const notes = exampleFields.flatMap(noteOn)
  return notes.length === 0 ? call : { ...call, note: `Before you call it: ${notes.join('; ')}.` }
}

/** Notes on a field of the example call: that its value is missing there, or that ids in it must be replaced. */
function noteOn(field: FieldModel): string[] {
  const { slug } = field
  if (exampleOf(field)['example'] === undefined) {
    // The first field is included even if it is not required.
    return field.required ? [`add data.${slug}, which is required; its "takes" says what it must fulfil`] : []
  }
  return leavesOf(field, exampleOf(field)['example'], `data.${slug}`).flatMap(noteOnId)
}

/** A note on an id in the example call: the example of a type names no existing object. */
function noteOnId({ field: { type, options }, path }: Leaf): string[] {
  if (type.name === 'reference')
    return [`replace the id in ${path} by one of ${itemsOf(options, 'an existing item')}`]
  const isFile = type.name === 'image' || type.name === 'file'
  return isFile ? [`replace the id in ${path} by one of an existing file (media_list)`] : []
}
