import { namesItems } from '../../session/field-facts.ts'
import type { Collection, Field } from '../../session/session.tsx'
import { readableName } from '../../ui/item-title.ts'

interface HeadedItem {
  readonly id: string
  readonly slug: string
  readonly data: Readonly<Record<string, unknown>>
}

/** maximum number of characters of a title, or of another value, in a list */
const mostCharacters = 300

/**
 * The field that names an item: its title, else its name, else the first text field. If undefined, the slug names it.
 */
export function headingField({ fields }: Collection): Field | undefined {
  const texts = fields.filter(namesItems)
  const named = ['title', 'name'].map((name) => texts.find(({ slug }) => slug === name))
  return named.find((field) => field !== undefined) ?? texts[0]
}

/** The name of an item in lists, truncated. */
export function headingOf(collection: Collection, { id, slug, data }: HeadedItem): string {
  const field = headingField(collection)
  if (field === undefined) return slug
  const value = data[field.slug]
  if (typeof value === 'string' && value.trim() !== '') return shortened(value)
  return readableName({ id, name: slug }, singularOf(collection))
}

/** A text, truncated for a list. */
export function shortened(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text
}

/** The label for one item of a collection: its singular, else the collection's label. */
export function singularOf({ label, labelSingular }: Pick<Collection, 'label' | 'labelSingular'>): string {
  return labelSingular ?? label
}
