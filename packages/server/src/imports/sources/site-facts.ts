import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { type FileTree, maxText } from './file-tree.ts'

/** What the settings of a site generator say about the site. */
export interface SiteFacts {
  readonly title: string
  readonly description: string
  /** empty if it is not known */
  readonly url: string
  readonly language: string
}

const names = [
  'hugo.toml',
  'hugo.yaml',
  'hugo.yml',
  'hugo.json',
  '_config.yml',
  '_config.yaml',
  'config.toml',
  'config.yaml',
  'config.yml',
  'config/_default/hugo.toml',
  'config/_default/config.toml',
]

/** Whether a file has settings that are read. */
export function isSettings(path: string): boolean {
  return names.includes(path)
}

export async function readSiteFacts({ files }: FileTree): Promise<SiteFacts> {
  const name = names.find((one) => files.has(one))
  const file = name === undefined ? undefined : files.get(name)
  const text = file === undefined || file.size > maxText ? '' : (await file.read()).toString('utf8')
  const facts = parsed(name ?? '', text)
  const say = (...keys: string[]): string => {
    const value = keys.map((key) => facts[key]).find((one) => typeof one === 'string')
    return typeof value === 'string' ? value.trim() : ''
  }
  const url = say('baseURL', 'baseurl', 'baseUrl', 'url')
  return {
    title: say('title'),
    description: say('description'),
    url: /^https?:\/\/[^/]/.test(url)
      ? url.replace(/\/+$/, '')
      : /^https?:/.test(say('url'))
        ? say('url').replace(/\/+$/, '')
        : '',
    language: say('languageCode', 'defaultContentLanguage', 'lang', 'locale'),
  }
}

/** Settings that cannot be read say nothing about the site; its content is imported without them. */
function parsed(name: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const read = name.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
