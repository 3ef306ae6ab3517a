import { createHash } from 'node:crypto'
import { permissions } from '@octavo/contract/access'
import { errorCodes } from '@octavo/contract/errors'
import { fieldTypeNames } from '@octavo/contract/fields/registry'
import { operationList } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Any } from '../setup/json.ts'
import { type Answer, startService, type TestService } from '../setup/service.ts'

describe('the documentation page', () => {
  let service: TestService
  let answer: Answer
  let page: string

  beforeAll(async () => {
    service = await startService('sqlite')
    answer = await service.ask('GET', '/docs', { token: null })
    page = answer.text
  })
  afterAll(() => service.close())

  function all(pattern: RegExp): string[] {
    return [...page.matchAll(pattern)].map(([, found]) => found ?? '')
  }

  it('has a place for every operation, error, permission and type of field', () => {
    const ids = all(/ id="([^"]+)"/g)
    for (const { name, rest, summary } of operationList) {
      expect(ids.includes(name), name).toBe(rest !== undefined)
      if (rest !== undefined) expect(page).toContain(summary)
    }
    expect(ids).toEqual(expect.arrayContaining(Object.keys(errorCodes)))
    expect(ids).toEqual(expect.arrayContaining(fieldTypeNames.map((name) => `field-${name}`)))
    for (const name of Object.keys(permissions)) expect(page).toContain(`<code>${name}</code>`)
  })

  it('names an ETag at the operations whose answers have one, and at no others', async () => {
    const { paths } = (await service.ask('GET', '/openapi.json', { token: null })).body as Any
    const answers = Object.values(paths).flatMap((path) => Object.values(path as Any) as Any[])
    const withTag = answers.filter(({ responses }) => {
      const [success] = Object.values(responses ?? {}) as Any[]
      return success?.headers?.ETag !== undefined
    })
    expect(withTag.length).toBeGreaterThan(10)
    expect(all(/with the header <code>(ETag)<\/code>/g)).toHaveLength(withTag.length)
  })

  it('has links that lead somewhere, and ids that are there once', () => {
    const ids = all(/ id="([^"]+)"/g)
    expect(ids).toEqual([...new Set(ids)])
    const links = new Set(all(/ href="([^"]+)"/g))
    expect([...links].filter((link) => !ids.includes(link.replace(/^#/, '')))).toEqual(['openapi.json'])
  })

  it('loads nothing, from here or from elsewhere', () => {
    expect(page).not.toMatch(/<(script|img|link|iframe|object|embed|video|audio|source|form|base)\b/i)
    expect(page).not.toMatch(/\b(src|srcset|action|poster)=/i)
    expect(page).not.toMatch(/\bhref="(?!#|openapi\.json)/)
    expect(page).not.toMatch(/ (style|on\w+)="/)
    expect(page).not.toMatch(/@import|url\(/)
  })

  it('has a policy that allows its own style and nothing else', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('has its landmarks, and headings in order', () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
    for (const landmark of ['header', 'nav', 'main'])
      expect(all(new RegExp(`<(${landmark})\\b`, 'g'))).toHaveLength(1)
    const levels = all(/<h([1-6])\b/g).map(Number)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    levels.forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1))
  })

  it('closes every element that it opens', () => {
    const open: string[] = []
    const elements = page.replace(/<style>[\s\S]*<\/style>/, '').matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)
    for (const [, slash, name = ''] of elements) {
      if (['meta', 'br', 'wbr'].includes(name)) continue
      if (slash === '/') expect(open.pop()).toBe(name)
      else open.push(name)
    }
    expect(open).toEqual([])
  })
})
