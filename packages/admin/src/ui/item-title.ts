import i18next from 'i18next'

interface TitledItem {
  readonly id: string
  readonly slug: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** The name of an item: its title, else its name, else its slug. */
export function titleOf({ id, slug, data = {} }: TitledItem): string {
  const name = [data['title'], data['name']].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return name ?? readableName({ id, name: slug })
}

/**
 * The name of an item for people. The service makes the slug of an item without a title from its id, which says
 * nothing; `kind` is what one item of the collection is called.
 */
export function readableName(
  { id, name }: { readonly id: string; readonly name: string },
  kind?: string,
): string {
  if (name !== id.toLowerCase()) return name
  return kind === undefined ? i18next.t('lists:untitledItem') : i18next.t('lists:untitled', { kind })
}

/** maximum number of characters of a name in a sentence */
const mostInSentence = 80

/** A name truncated for questions and notifications. */
export function inSentence(name: string): string {
  // The limit counts code points. The first cut, far beyond it, avoids splitting the whole of a very long name.
  const characters = [...name.slice(0, 4 * mostInSentence)]
  const isShort = name.length <= mostInSentence || characters.length <= mostInSentence
  return isShort ? name : `${characters.slice(0, mostInSentence).join('').trimEnd()} …`
}
