/**
 * Limits of the cached prepared statements: length of one SQL text, and of all together, in characters. A limit of
 * their number is not enough, because callers determine the length of some texts, such as by the values of a filter.
 */
export const longestCachedText = 128 * 1024
export const maxCachedCharacters = 8 * 1024 * 1024
