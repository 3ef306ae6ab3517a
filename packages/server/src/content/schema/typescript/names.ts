/** Gives names to types, each of them once. */
export class TypeNames {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** The name, with a number behind it where it is taken. */
  take(base: string): string {
    let name = base
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${count}`
    this.#taken.add(name)
    return name
  }
}

/** `blog_posts` and `pull-quote` as names of types. */
export function pascalCase(slug: string): string {
  return slug
    .split(/[_-]/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/**
 * A singular name, by simple rules for English plurals: `categories`, `boxes` and `posts` lose their ending, `status`
 * does not.
 */
export function singular(slug: string): string {
  if (/[^aeiou]ies$/.test(slug)) return `${slug.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(slug)) return slug.slice(0, -2)
  if (/[^siu]s$/.test(slug)) return slug.slice(0, -1)
  return slug
}
