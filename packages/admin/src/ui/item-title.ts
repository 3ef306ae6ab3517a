interface TitledItem {
  readonly slug: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** The name of an item: its title, else its name, else its slug. */
export function titleOf({ slug, data = {} }: TitledItem): string {
  const name = [data['title'], data['name']].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return name ?? slug
}

/** maximum number of characters of a name in a sentence */
const mostInSentence = 80

/** A name truncated for questions and notifications. */
export function inSentence(name: string): string {
  const characters = [...name.slice(0, 4 * mostInSentence)]
  const isShort = name.length <= mostInSentence || characters.length <= mostInSentence
  return isShort ? name : `${characters.slice(0, mostInSentence).join('').trimEnd()} …`
}
