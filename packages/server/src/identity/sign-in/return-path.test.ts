import { expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const base = 'https://cms.example.com'

it.each([
  '/_cms/account',
  '/_cms/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example.com%2Fback#x',
  '/',
  '/a//b',
  '/?next=//evil.example.com',
])('%s is gone on to', (path) => {
  expect(safeReturnPath(path, base)).toBe(path)
})

it.each([
  undefined,
  null,
  7,
  ['/a'],
  '',
  'account',
  '//evil.example.com',
  '///evil.example.com',
  '/\\evil.example.com',
  '\\/evil.example.com',
  '/a\\b',
  '/\t/evil.example.com',
  '/\n/evil.example.com',
  '/a\r\nSet-Cookie: a=b',
  ' //evil.example.com',
  '/.//evil.example.com',
  '/a/..//evil.example.com',
  '/%2e//evil.example.com',
  'https://evil.example.com',
  'https://cms.example.com/_cms',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example.com',
])('%j leads to the admin', (path) => {
  expect(safeReturnPath(path, base)).toBe('/_cms/admin')
})

it('writes out what a header could not carry', () => {
  expect(safeReturnPath('/ü ?q=é', base)).toBe('/%C3%BC%20?q=%C3%A9')
})
