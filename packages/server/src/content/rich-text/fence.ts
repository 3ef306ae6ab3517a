/** The fenced JSON of a block that Markdown cannot express. */
export function fence(block: unknown): string {
  return `\`\`\`json:object\n${JSON.stringify(block)}\n\`\`\``
}
