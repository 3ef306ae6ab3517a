import { posix } from 'node:path'
import type { FileTree } from './file-tree.ts'
import { isMarkdown } from './path-facts.ts'

/** folders whose files generators publish at the root of the site */
const publicRoots = /^(?:static|public|assets\/static|source|src\/pages|src)\//

const ending = /\.(?:md|markdown|mdx)$/i

/** prefixes that bundlers are configured to replace by the folder of the sources, usually `src` */
const alias = /^(?:~\/|@\/|@(?=assets\/|images\/))/

/**
 * The forms of an address in Markdown, each with one group. What can repeat before the address is bounded, so that a
 * long text is not searched to its end from each of its places.
 */
const forms = {
  /** `[text](address "title")`, also of a picture */
  link: /\[[^[\]]{0,1000}\]\([ \t]{0,10}<?([^)\s>]+)/,
  attribute: /(?:src|href)\s{0,10}=\s{0,10}["']([^"'\s]+)["']/,
  /** `{{< ref "address" >}}` of Hugo */
  reference: /\b(?:rel)?ref[ \t]{1,10}["']([^"'\n]+)["']/,
  /** `[name]: address` in a line of its own */
  definition: /^[ \t]{0,10}\[[^[\]\n]{1,1000}\]:[ \t]{0,10}<?(\S{1,2000}?)>?[ \t]{0,10}$/,
}
const addressInText = new RegExp(
  Object.values(forms)
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/** The files of a site, its pages among them, and how the addresses in its texts lead to them. */
export class SiteFiles {
  readonly #tree: FileTree
  readonly #site: string
  /** the path at which a generator publishes a file → its path in the tree, where they differ */
  readonly #byPublicPath = new Map<string, string>()
  /** the path of a text without the parts that links omit (its ending, and `index`) → its path */
  readonly #byPage = new Map<string, string>()
  /** the name of a text without its ending → its path; null where several have the name */
  readonly #byName = new Map<string, string | null>()

  /** `site` is the address of the site, or one that stands for it */
  constructor(tree: FileTree, site: string) {
    this.#tree = tree
    this.#site = site
    for (const path of tree.files.keys()) {
      const publicName = publicPath(path)
      if (publicName !== path && !tree.files.has(publicName)) this.#byPublicPath.set(publicName, path)
      if (!isMarkdown(path)) continue
      const stem = path.replace(ending, '')
      this.#byPage.set(stem.replace(/\/_?index$/, ''), path)
      const name = posix.basename(stem)
      this.#byName.set(name, this.#byName.has(name) ? null : path)
    }
  }

  /**
   * The address by which the importer knows a file of the tree: its path in the tree, below the address of the site.
   */
  addressOf(path: string): string {
    return `${this.#site}/${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`
  }

  /** The path that an address has on the site; null for an address elsewhere or one that is not absolute. */
  pathOf(given: string): string | null {
    const path = this.#withoutSite(given)
    return path.startsWith('/') && !path.startsWith('//') ? path : null
  }

  /** The address of a path on the site, as visitors of the old site see it. */
  publicAddressOf(path: string): string {
    return `${this.#site}${path}`
  }

  #withoutSite(given: string): string {
    return given.startsWith(`${this.#site}/`) ? given.slice(this.#site.length) : given
  }

  /** The file that an address in another file leads to; null if it is not in the tree. */
  find(from: string, given: string): string | null {
    const onSite = this.#withoutSite(given)
    if (isElsewhere(onSite)) return null
    // Templates put a tag for the address of the site before the path.
    const path = decoded(onSite.replace(/^\{\{[^}]*\}\}/, '').replace(/[?#].*$/s, ''))
    const fromFolder = posix.dirname(from)
    const isAbsolute = path.startsWith('/')
    // The folders in which generators look for a file, the nearest first.
    const candidates = [
      ...(isAbsolute ? [] : [posix.join(fromFolder, path)]),
      path.replace(/^\/+/, ''),
      path.replace(alias, 'src/'),
      posix.join('content', path),
      posix.join('assets', path),
    ]
    for (const candidate of candidates.map((one) => posix.normalize(one).replace(/\/$/, ''))) {
      if (this.#tree.files.has(candidate)) return candidate
      // Only an absolute link leads to a page by its path: a relative one begins at the address of the text, which
      // differs from the path of its file.
      const page = isAbsolute ? this.#byPage.get(candidate) : undefined
      const found = this.#byPublicPath.get(candidate) ?? page
      if (found !== undefined) return found
    }
    // The references of Hugo (`ref "name"`) can be the name of a text alone.
    return path === '' || /[/.]/.test(path) ? null : (this.#byName.get(path) ?? null)
  }

  /**
   * The files and pages that a text refers to, by the address that it has for each, and the pictures that are not here.
   * `page` is the address of the text on the site, beside which other pages are.
   */
  targetsIn(
    from: string,
    body: string,
    page: string,
  ): { targets: Record<string, string>; missing: string[] } {
    const targets = new Map<string, string>()
    const missing = new Set<string>()
    for (const match of withoutCode(body).matchAll(addressInText)) {
      const given = match.slice(1).find((one) => one !== undefined) ?? ''
      const found = this.find(from, given)
      if (found !== null) targets.set(given, this.addressOf(found))
      else if (isElsewhere(given)) continue
      else if (isPicture(given)) missing.add(given)
      else {
        // A relative link to a page that is not in the tree gets the address of that page on the old site.
        const url = given.startsWith('/') ? null : URL.parse(given, page)
        if (url !== null && given !== '') targets.set(given, url.href)
      }
    }
    // JSON with this key is refused (`json-safety.ts`).
    targets.delete('__proto__')
    return { targets: Object.fromEntries(targets), missing: [...missing] }
  }
}

/** Whether an address names a host, a scheme, or only another place or view of the same page. */
function isElsewhere(given: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(given)
}

/** The path at which generators publish a file. */
function publicPath(path: string): string {
  return path.replace(publicRoots, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isPicture(given: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(given.replace(/[?#].*$/s, '')) && !isMarkdown(given)
}

/** The text without code, whose addresses lead nowhere. */
function withoutCode(body: string): string {
  return body.replace(/^(`{3,20}|~{3,20})[^]*?^\1/gm, '').replace(/`[^`\n]*`/g, '')
}
