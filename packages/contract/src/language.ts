/**
 * The cookie by which a browser keeps the language that a person chose in the admin; pages read it, scripts write it.
 */
export const languageCookie = 'octavo_language'
