export const richText = {}
