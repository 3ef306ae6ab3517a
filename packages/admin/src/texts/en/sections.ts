export const sections = {}
