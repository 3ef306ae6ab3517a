/** Sets of further tools that MCP clients can request in addition to the default ones. */
export const toolsetNames = ['edit', 'site', 'media', 'history', 'bulk', 'changes'] as const

export type Toolset = (typeof toolsetNames)[number]

/** requests all toolsets */
export const everyToolset = 'all'

/** Reads the parameter `toolsets` of the address of the endpoint: names joined by commas. */
export function readToolsets(given: string): { toolsets: readonly Toolset[]; unknown: readonly string[] } {
  const names = new Set(
    given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  const isKnown = (name: string): boolean =>
    name === everyToolset || toolsetNames.some((known) => known === name)
  return {
    toolsets: toolsetNames.filter((name) => names.has(everyToolset) || names.has(name)),
    unknown: [...names].filter((name) => !isKnown(name)),
  }
}
