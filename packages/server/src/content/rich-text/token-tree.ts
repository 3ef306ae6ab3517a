import type { Token } from 'markdown-it'

/** A token of a block with those within it. */
export interface Node {
  readonly token: Token
  readonly children: Node[]
}

/** The tree of a list of tokens that open and close. */
export function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open: Node[][] = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const node: Node = { token, children: [] }
    open.at(-1)?.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return root
}
