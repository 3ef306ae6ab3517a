/** How the addresses of a collection's items are made. */
export const urlPatterns = ['ALTER TABLE collections ADD COLUMN url_pattern TEXT']
