export const plugins = {}
