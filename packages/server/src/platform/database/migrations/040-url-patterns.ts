/** The URL pattern of a collection. */
export const urlPatterns = ['ALTER TABLE collections ADD COLUMN url_pattern TEXT']
