/**
 * Bounds of the SQL texts that are kept with their prepared statements, in characters. Callers decide on the length of
 * some, as by the values of a filter, so that their number alone would bound nothing.
 */
export const longestKept = 128 * 1024
export const mostKept = 8 * 1024 * 1024
