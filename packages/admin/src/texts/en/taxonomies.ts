export const taxonomies = {}
