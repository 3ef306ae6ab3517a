/**
 * How the tokens of preview links begin. A program that has only the token, as the site that a link leads to, knows by
 * it what the link shows.
 */
export const previewTokenPrefixes = { item: 'cms_pre_', changeSet: 'cms_set_' } as const
