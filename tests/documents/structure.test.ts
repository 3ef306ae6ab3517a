import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function foldersIn(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md')

  it.each([
    'server/src',
    'server/src/content',
    'server/src/site',
    'server/src/identity',
    'server/src/http',
    'admin/src',
  ])('names each folder of packages/%s', (path) => {
    const folders = foldersIn(`packages/${path}`)
    expect(folders.length).toBeGreaterThan(3)
    expect(folders.filter((folder) => !text.includes(`${folder}/`))).toEqual([])
  })
})

describe('the decisions', () => {
  const index = read('docs/decisions/README.md')
  const pages = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name))

  it.each(pages)('%s has the number, the title, the date and the status of the index', (page) => {
    const [title = '', , stated = ''] = read(`docs/decisions/${page}`).split('\n')
    const [, number, name] = /^# (\d+)\. (.+)$/.exec(title) ?? []
    const [, date, status] = /^(\d{4}-\d\d-\d\d) · (.+)$/.exec(stated) ?? []
    expect(Number(number)).toBe(Number(page.slice(0, 4)))
    expect(index).toContain(`| ${number} | [${name}](${page}) | ${date} | ${status} |`)
  })

  it('are all in the index', () => {
    expect(index.match(/\(\d{4}-[^)]+\.md\)/g)).toHaveLength(pages.length)
  })
})

it('the index of the guides names each guide', () => {
  const index = read('docs/README.md')
  const guides = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  )
  expect(guides.length).toBeGreaterThan(10)
  expect(guides.filter((guide) => !index.includes(`](${guide})`))).toEqual([])
})
