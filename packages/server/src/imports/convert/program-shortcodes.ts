/** Shortcodes for program text that can have its language in an attribute. */
const ofAnyLanguage = new Set(['code', 'sourcecode'])

/**
 * Shortcodes of the plugin SyntaxHighlighter Evolved that are named after the language, without names that other
 * plugins use for something else.
 */
const languages = new Set(
  'actionscript3 as3 bash shell coldfusion cf cpp csharp c-sharp css delphi pascal diff patch erlang erl fsharp groovy html java javafx javascript jscript js latex tex matlab matlabkey objc obj-c perl pl php powershell python py rails ruby rb scala sql vb vbnet xhtml xml xslt yaml'.split(
    ' ',
  ),
)

export const programShortcodes: readonly string[] = [...ofAnyLanguage, ...languages]

export function isProgramShortcode(name: string): boolean {
  return ofAnyLanguage.has(name) || languages.has(name)
}

/** The language that the name of a shortcode means; null if it means none. */
export function languageOfShortcode(name: string): string | null {
  return languages.has(name) ? name : null
}
