import { everyToolset, readToolsets, toolsetNames } from '@octavo/contract/toolsets'
import type { Caller } from '../../core/caller.ts'
import { suggestNames } from './names.ts'
import { type Toolbox, toolbox } from './tools.ts'

/** characters of `toolsets`: more than all names have together; longer texts are refused without parsing */
const maxLength = 200

/**
 * The tools for a client, by `toolsets` in the address of the endpoint. Callers who are limited to change-sets also
 * get the tools for change-sets, without which they could write nothing.
 */
export function askedTools(query: unknown, { changeSetsOnly }: Pick<Caller, 'changeSetsOnly'>): Toolbox {
  const given = givenToolsets(query)
  const requested = given === '' ? [] : readToolsets(given).toolsets
  if (changeSetsOnly !== true) return toolbox(requested)
  return toolbox(toolsetNames.filter((name) => name === 'changes' || requested.includes(name)))
}

/** Why the toolsets in the address are refused, or null. */
export function toolsetProblem(query: unknown): string | null {
  const given = givenToolsets(query)
  if (given === '') return null
  if (given.length > maxLength) return `toolsets: must have at most ${maxLength} characters`
  const [unknown] = readToolsets(given).unknown
  if (unknown === undefined) return null
  const names = [...toolsetNames, everyToolset]
  return `toolsets: there is no toolset "${unknown}". ${suggestNames(unknown, names, 'toolsets')}`
}

function givenToolsets(query: unknown): string {
  const { toolsets } = Object(query) as { toolsets?: string | readonly string[] }
  if (toolsets === undefined) return ''
  return typeof toolsets === 'string' ? toolsets : toolsets.join(',')
}
