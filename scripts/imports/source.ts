import { posix } from 'node:path'
import { parseAst } from 'vitest/node'

/** A finding in a source file, with its line. */
export interface Found {
  readonly text: string
  readonly line: number
}

export interface Import {
  /** a path below packages/ as `server/src/ids.ts`, or the name of a package as `node:fs` */
  readonly target: string
  /** erased, so that nothing is loaded at run time */
  readonly isTypeOnly: boolean
  readonly line: number
}

export interface Source {
  /** below packages/, as `server/src/ids.ts` */
  readonly path: string
  readonly imports: readonly Import[]
  /** literals; of a template all its fixed parts, with `?` for the others */
  readonly strings: readonly Found[]
  readonly identifiers: readonly Found[]
  /** names of tags before templates, and of called methods with a dot: `sql`, `.prepare` */
  readonly uses: readonly Found[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Reads a TypeScript source for what the rules look at. */
export function readSource(path: string, text: string): Source {
  const source = {
    path,
    imports: [] as Import[],
    strings: [] as Found[],
    identifiers: [] as Found[],
    uses: [] as Found[],
  }
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length
  const lang = path.endsWith('.tsx') ? 'tsx' : 'ts'
  for (const node of nodesIn(parseAst(text, { lang }) as unknown as Node)) {
    const line = lineOf(node)
    const imported = importOf(node)
    if (imported !== null) source.imports.push({ ...imported, target: resolve(path, imported.target), line })
    const string = stringOf(node)
    if (string !== null) source.strings.push({ text: string, line })
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
      source.identifiers.push({ text: String(node['name']), line })
    const use = useOf(node)
    if (use !== null) source.uses.push({ text: use, line })
  }
  return source
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && 'start' in value) yield value as Node
  for (const child of Object.values(value)) yield* nodesIn(child)
}

const importing = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]

function importOf(node: Node): { target: string; isTypeOnly: boolean } | null {
  const from = node['source'] as Node | null | undefined
  if (!importing.includes(node.type) || typeof from?.['value'] !== 'string') return null
  const isTypeOnly =
    node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type'
  return { target: from['value'], isTypeOnly }
}

/** `@octavo/contract/define` and `../define.ts` are the same file. */
function resolve(path: string, specifier: string): string {
  const own = /^@octavo\/([^/]+)\/(.+)$/.exec(specifier)
  if (own !== null) return `${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
}

function stringOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('?')
}

function useOf(node: Node): string | null {
  const used = (
    node.type === 'TaggedTemplateExpression'
      ? node['tag']
      : node.type === 'CallExpression'
        ? node['callee']
        : null
  ) as Node | null
  if (used === null) return null
  if (used.type === 'MemberExpression') return `.${String((used['property'] as Node)['name'])}`
  return node.type === 'TaggedTemplateExpression' && used.type === 'Identifier' ? String(used['name']) : null
}
