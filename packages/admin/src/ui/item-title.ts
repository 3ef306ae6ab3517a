interface Titled {
  readonly slug: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** What an item is called: its title, else its name, else its slug. */
export function titleOf({ slug, data = {} }: Titled): string {
  const name = [data['title'], data['name']].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return name ?? slug
}
