import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../packages/admin/src')

/** Each class that a component asks a style sheet for, as `file: class`, unless the sheet has it. */
function missingClasses(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/import (\w+) from '(\..+\.module\.css)'/g)].flatMap(([, name, sheet = '']) => {
    const rules = readFileSync(join(root, dirname(file), sheet), 'utf8')
    const known = new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, one]) => one))
    const asked = [...source.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))].map(([, one]) => one)
    return asked.filter((one) => !known.has(one)).map((one) => `${file}: ${one}`)
  })
}

it('every class that a component of the admin names is in its style sheet', () => {
  const files = globSync('**/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(missingClasses)).toEqual([])
})
