export const menus = {}
