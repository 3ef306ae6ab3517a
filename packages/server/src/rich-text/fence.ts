/** How a block stands in Markdown that cannot say it. */
export function fence(block: unknown): string {
  return `\`\`\`json:object\n${JSON.stringify(block)}\n\`\`\``
}
