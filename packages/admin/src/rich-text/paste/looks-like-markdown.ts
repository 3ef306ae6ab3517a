/**
 * patterns of lines that rarely occur in text that is not Markdown: a heading, a code fence, two entries of a bulleted
 * or numbered list, a quote, a link, bold text, the first two lines of a table
 */
const signs = [
  /^#{1,6} \S/m,
  /^```/m,
  /^\s*[-*+] \S.*\n\s*[-*+] \S/m,
  /^\s*1[.)] \S.*\n\s*2[.)] \S/m,
  /^> \S/m,
  /\[[^\]\n]+\]\((https?:|\/|mailto:)[^)\s]*\)/,
  /\*\*[^*\s][^*\n]*\*\*/,
  /^\|.+\|\s*\n\|[ :|-]+\|/m,
]

/** maximum number of characters, because the parser can take very long for longer texts */
const mostCharacters = 300_000

/** Whether pasted plain text is probably Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return text.length <= mostCharacters && signs.some((sign) => sign.test(text))
}
