import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { type FileTree, maxText } from './file-tree.ts'
import { isZone } from './zones.ts'

/** The properties of a site in the settings of its generator. */
export interface SiteFacts {
  readonly title: string
  readonly description: string
  /** empty if it is not known */
  readonly url: string
  readonly language: string
  /** the zone of times that name none */
  readonly zone: string
  /**
   * identifies a site without an address; taken from its files, so that it does not change when the folder is renamed,
   * and from the folder only if they do not name the site
   */
  readonly name: string
}

type Settings = Readonly<Record<string, unknown>>

/** names that the settings of Hugo can have, besides `hugo`; settings of other programs have these names too */
const configFiles = ['config', 'config/_default/hugo', 'config/_default/config']
const dataFiles = ['_data/metadata', '_data/site', 'src/_data/metadata', 'src/_data/site']

/**
 * settings of Hugo, Jekyll and Eleventy; the first file that exists is read. The names that only one generator has are
 * before `config`.
 */
const settingsFiles = [
  ...inAllForms('hugo'),
  '_config.yml',
  '_config.yaml',
  ...configFiles.flatMap(inAllForms),
  ...dataFiles.map((name) => `${name}.json`),
]
const astroFiles = ['mjs', 'ts', 'js', 'mts'].map((ending) => `astro.config.${ending}`)
const domainFiles = ['CNAME', 'static/CNAME', 'public/CNAME', 'src/CNAME']
const packageFile = 'package.json'
/** the files that are no content; all are read but `package-lock.json`, which has no facts about a site */
const knownFiles = new Set([
  ...settingsFiles,
  ...astroFiles,
  ...domainFiles,
  packageFile,
  'package-lock.json',
])

/** The names of a settings file in the forms that Hugo reads. */
function inAllForms(name: string): string[] {
  return ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`)
}

/** Whether a file has settings, so that no warning names it as left out. */
export function isSettings(path: string): boolean {
  return knownFiles.has(path)
}

/** The facts about a site in the settings of its generator; empty texts for those that it lacks. */
export async function readSiteFacts(tree: FileTree): Promise<SiteFacts> {
  const [name, text] = await firstOf(tree, settingsFiles)
  const facts = parsed(name, text)
  const title = textIn(facts, 'title')
  const zone = textIn(facts, 'timeZone', 'timezone')
  return {
    title,
    description: textIn(facts, 'description'),
    url: addressIn(facts) || (await domainOf(tree)) || (await addressOfAstro(tree)),
    language: textIn(facts, 'languageCode', 'defaultContentLanguage', 'lang', 'language', 'locale'),
    zone: isZone(zone) ? zone : 'UTC',
    name: title || (await packageOf(tree)) || withoutCopyMarks(tree.name),
  }
}

/** The address of the site in settings. Jekyll has only its path in `baseurl`, and the address in `url`. */
function addressIn(facts: Settings): string {
  const given = ['baseURL', 'baseurl', 'baseUrl', 'url'].map((key) => textIn(facts, key))
  const address = given.find((one) => /^https?:\/\/[^/]/.test(one)) ?? ''
  return address.replace(/\/+$/, '')
}

/**
 * The address by the file in which hosts of static sites, such as GitHub Pages, expect the domain; empty without it.
 */
async function domainOf(tree: FileTree): Promise<string> {
  const [, text] = await firstOf(tree, domainFiles)
  const domain = text.trim().split(/\s/, 1)[0] ?? ''
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain) ? `https://${domain}` : ''
}

/** The settings of Astro are a program, in which the address is a constant. */
async function addressOfAstro(tree: FileTree): Promise<string> {
  const [, text] = await firstOf(tree, astroFiles)
  const address = /(?:^|[{,])\s{0,20}site:\s{0,5}["'`](https?:\/\/[^"'`\s/$]{1,300})/m.exec(text)?.[1]
  return address ?? ''
}

/** The name of the package that the folder is; empty without one. */
async function packageOf(tree: FileTree): Promise<string> {
  const [name, text] = await firstOf(tree, [packageFile])
  return textIn(parsed(name, text), 'name')
}

/** A name without the endings that programs and code hosts add to the names of copies. */
function withoutCopyMarks(name: string): string {
  return name.replace(/(?: ?\(\d{1,3}\)| copy(?: \d{1,3})?|-(?:main|master))+$/, '') || name
}

/** The first of some files that exists, and its text; the text is empty if there is none, or if it is too long. */
async function firstOf({ files }: FileTree, names: readonly string[]): Promise<[name: string, text: string]> {
  const name = names.find((one) => files.has(one)) ?? ''
  const file = files.get(name)
  if (file === undefined || file.size > maxText) return [name, '']
  return [name, (await file.read()).toString('utf8')]
}

/** The text of the first of some keys that has one; empty without one. */
function textIn(facts: Settings, ...keys: string[]): string {
  const value = keys.map((key) => facts[key]).find((one) => typeof one === 'string')
  return typeof value === 'string' ? value.trim() : ''
}

/** The settings in a file; empty if it cannot be read, because the content can be imported without them. */
function parsed(name: string, text: string): Settings {
  try {
    const read = name.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    return typeof read === 'object' && read !== null ? (read as Settings) : {}
  } catch {
    return {}
  }
}
