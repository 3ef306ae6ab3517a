// Reads and writes all Markdown files below the given folders, and prints what comes back the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromMarkdown, toMarkdown } from '@octavo/server/content/rich-text/markdown'
import { treeDifference } from './same-tree.ts'

const smallest = 200
const largest = 200_000

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Give one or more folders that hold Markdown files.')

const totals = {
  files: 0,
  sameTree: 0,
  blocks: 0,
  sameBlocks: 0,
  html: 0,
  sameHtml: 0,
  falseLinks: 0,
  stable: 0,
  json: 0,
  milliseconds: 0,
}
const seen = new Set<string>()
for (const path of folders.flatMap(markdownFiles)) {
  const source = readFileSync(path, 'utf8')
  if (source.length < smallest || source.length > largest || seen.has(source)) continue
  seen.add(source)
  measure(source, path)
}
print()

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownFiles(path)
    return entry.isFile() && /\.md$/i.test(entry.name) ? [path] : []
  })
}

function measure(source: string, path: string): void {
  const startedAt = performance.now()
  const stored = fromMarkdown(source)
  const written = toMarkdown(stored)
  totals.milliseconds += performance.now() - startedAt
  const { isSame, blocks, sameBlocks, html, sameHtml, links } = treeDifference(source, written)
  totals.files++
  totals.blocks += blocks
  totals.sameBlocks += sameBlocks
  totals.html += html
  totals.sameHtml += sameHtml
  totals.json += countOf(written, 'json:object') - countOf(source, 'json:object')
  totals.falseLinks += addressesOf(stored).filter(
    (address) => !links.has(address) && !names(source, address),
  ).length
  const isStable = toMarkdown(fromMarkdown(written)) === written
  if (isSame) totals.sameTree++
  if (isStable) totals.stable++
  if (!isSame && process.env['SHOW'] === 'files') console.log(path)
}

function countOf(text: string, word: string): number {
  return text.split(word).length - 1
}

/** The addresses of all links in blocks. */
function addressesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { _type, href } = value as Readonly<Record<string, unknown>>
  const inner = Object.values(value).flatMap(addressesOf)
  return _type === 'link' && typeof href === 'string' ? [href, ...inner] : inner
}

/** Whether a text says that something is an address: by its scheme, by `www.` or as an e-mail address. */
function names(source: string, address: string): boolean {
  const bare = decodeURI(address).replace(/^mailto:|^http:\/\/(?=www\.)/, '')
  return source.includes(bare) && /^https?:|^www\.|^[^\s@]+@[^\s@]+$/i.test(bare)
}

function print(): void {
  const { files, blocks, html } = totals
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)}% of ${whole}`
  console.log(`files with the same tree            ${share(totals.sameTree, files)}`)
  console.log(`same blocks other than HTML         ${share(totals.sameBlocks, blocks)}`)
  console.log(`same blocks of HTML                 ${share(totals.sameHtml, html)}`)
  console.log(`files stable in the second round    ${share(totals.stable, files)}`)
  console.log(`false links                         ${totals.falseLinks}`)
  console.log(`blocks written as JSON              ${totals.json}`)
  console.log(`milliseconds                        ${Math.round(totals.milliseconds)}`)
}
