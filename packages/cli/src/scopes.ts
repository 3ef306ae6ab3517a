import { isScope, type Scope, scopes } from '@octavo/contract/access'
import { hint } from '@octavo/contract/nearest'
import { CommandError } from './command-error.ts'

/** All scopes with what they mean, for the help of commands. */
export const scopeHelp = `Scopes:
${Object.entries(scopes)
  .map(([name, summary]) => `  ${name.padEnd(15)}${summary}`)
  .join('\n')}`

/** Reads a list of scopes that are joined by commas; throws CommandError. */
export function parseScopes(list: string): Scope[] {
  return list.split(',').map((name) => parseScope(name.trim()))
}

function parseScope(name: string): Scope {
  if (isScope(name)) return name
  throw new CommandError(`--scopes: ${JSON.stringify(name)} is not a scope${hint(name, Object.keys(scopes))}`)
}
