export const model = {}
