/** lines that hardly anybody writes who does not mean Markdown */
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

/** characters; a parser is busy for long with more of some kinds */
const mostMarkdown = 300_000

/** Whether plain text is meant as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return text.length <= mostMarkdown && signs.some((sign) => sign.test(text))
}
