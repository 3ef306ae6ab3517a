import type { Collection, Field } from '../../session/session.tsx'

interface Headed {
  readonly slug: string
  readonly data: Readonly<Record<string, unknown>>
}

/** characters that a list shows at most of a title, or of any other value */
const mostShown = 300

/** The field that says what an item is: its title, else its name, else the first text; undefined: its slug does. */
export function headingField({ fields }: Collection): Field | undefined {
  const texts = fields.filter(({ type }) => type === 'string' || type === 'text')
  const named = ['title', 'name'].map((name) => texts.find(({ slug }) => slug === name))
  return named.find((field) => field !== undefined) ?? texts[0]
}

/** What an item is called in lists, cut to what anybody reads there. */
export function headingOf(collection: Collection, { slug, data }: Headed): string {
  const field = headingField(collection)
  const value = field === undefined ? '' : data[field.slug]
  return typeof value === 'string' && value.trim() !== '' ? shortened(value) : slug
}

export function shortened(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text
}

/** What one item of a collection is called: its singular, else the collection's label. */
export function singularOf({ label, labelSingular }: Pick<Collection, 'label' | 'labelSingular'>): string {
  return labelSingular ?? label
}
