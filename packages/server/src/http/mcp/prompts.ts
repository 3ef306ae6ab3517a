import { suggestNames } from './names.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
}

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  /** what the model is asked, with the arguments in it */
  readonly text: (given: Readonly<Record<string, string>>) => string
}

/** characters of one argument: names, ids and locales */
const maxLength = 200

const collection = { name: 'collection', description: 'slug of the collection', required: true }

/**
 * Tasks that people choose from a menu of their client. A prompt needs no rights; the tools that it names need them.
 */
const prompts: readonly Prompt[] = [
  {
    name: 'review_drafts',
    title: 'Review drafts',
    description: 'Read what waits to be published in a collection, and report what should change before',
    arguments: [collection],
    text: ({ collection: slug }) =>
      `Review the drafts of the collection ${slug}. Find them with content_list (status draft) and, among the published items, those with hasPendingDraft; content_compare shows what would change there. Read each with content_get and format markdown. Report for each: mistakes of spelling and grammar, missing alt texts, broken or missing links, claims that need a source, and whether it is ready. Change and publish nothing.`,
  },
  {
    name: 'translate',
    title: 'Translate',
    description: 'Translate an item into another locale, as a draft',
    arguments: [
      collection,
      { name: 'id', description: 'id or slug of the item', required: true },
      { name: 'locale', description: 'the locale to translate into', required: true },
    ],
    text: ({ collection: slug, id, locale }) =>
      `Translate the item ${id} of the collection ${slug} into the locale ${locale}. Look with content_translations whether there is a translation: then change that one with content_update. Otherwise read the item with content_get and format markdown, and create the translation with content_create, translationOf and locale, as a draft. Translate the fields with text; keep references, files and json:object fences as they are. Publish nothing, and do not change the original.`,
  },
]

/** The entries of `prompts/list`. */
export const listedPrompts = prompts.map(({ name, title, description, arguments: parameters }) => ({
  name,
  title,
  description,
  arguments: parameters,
}))

/** The messages of a prompt; throws RpcError for an unknown one and for wrong arguments. */
export function promptMessages(name: string, given: Readonly<Record<string, string>>) {
  const prompt = prompts.find((candidate) => candidate.name === name)
  if (prompt === undefined) throw invalidParams(unknownPrompt(name))
  const known = prompt.arguments.map((argument) => argument.name)
  // The first argument that is missing, has a wrong value or is unknown.
  const problem = [...known, ...Object.keys(given)].find(
    (key) => !isGiven(given[key]) || !known.includes(key),
  )
  if (problem !== undefined)
    throw invalidParams(
      `The prompt ${name} takes ${known.join(', ')}, each of 1 to ${maxLength} characters; see ${problem.slice(0, 50)}.`,
    )
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
  }
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength
}

function unknownPrompt(name: string): string {
  const names = prompts.map((prompt) => prompt.name)
  return `There is no prompt "${name.slice(0, 100)}". ${suggestNames(name, names, 'prompts')}`
}

function invalidParams(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message)
}
