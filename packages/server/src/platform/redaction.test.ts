import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { withoutSecrets } from './redaction.ts'

const secret = randomBytes(32).toString('base64url')
const everyCharacter = (text: string): string =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
const twice = (text: string): string => everyCharacter(text).replaceAll('%', '%25')
const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

it.each([
  ['the query of an address', `"url":"/_cms/setup?code=${secret}"`],
  ['an address within another', `?return=${encodeURIComponent(`/_cms/invite?token=${secret}`)}`],
  ['a path', `GET /x/${secret}/y failed`],
  ['a referrer', `"referer":"https://cms.example.com/_cms/sign-in/link?token=${secret}"`],
  ['a token', `Authorization: Bearer cms_pat_${secret}`],
  ['a body', JSON.stringify({ body: JSON.stringify({ refresh_token: `cms_ort_${secret}` }) })],
  ['the message of an error', `Error: no link ${secret}: it was used`],
  ['percent-encoding of each character', `?token=${everyCharacter(secret)}`],
  ['double encoding', `?token=${twice(secret)}`],
  ['escapes of JSON', `{"token":"${escaped(secret)}"}`],
])('a secret in %s is left out', (_, text) => {
  const line = withoutSecrets(text)
  expect(line).toContain('…')
  for (const form of [secret, everyCharacter(secret), twice(secret), escaped(secret)])
    expect(line).not.toContain(form)
})

it.each(['?user_code=WDJB-MJHT', '?return=%2Fdevice%3Fuser_code%3DWDJB-MJHT', '{"user_code":"WDJB-MJHT"}'])(
  'the code of a device is left out of %s',
  (text) => expect(withoutSecrets(text)).not.toContain('WDJB'),
)

it.each([
  '/content/posts/how-the-harbour-was-built-and-who-paid-for-every-stone-of-it',
  '{"requestId":"0f1e2d3c4b-1a","id":"01JZXW4S0G9K2M8N6P4R2T0V1Y","ms":12}',
  'at Object.<anonymous> (/srv/octavo/packages/server/dist/auth/passkey-handlers.js:12:3)',
])('%s stays as it is', (line) => expect(withoutSecrets(line)).toBe(line))

it('takes time in proportion to the length', () => {
  const before = process.threadCpuUsage()
  for (const part of ['%25', 'a', '\\', 'user_code=', '%', 'A%2', '?', '?a&', '?%2525'])
    withoutSecrets(part.repeat(100_000))
  // Time of the processor: a busy machine only adds to the time of the clock.
  expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000)
})

const encode = (text: string, times: number): string =>
  times === 0 ? text : encode(encodeURIComponent(text), times - 1)

it.each([
  ['/a?limit=5&q=token', '/a?limit=5&q=token'],
  ['/a?token=s3cret', '/a?token=…'],
  ['/a?x=1&code=s3cret&y=2', '/a?x=1&code=…&y=2'],
  ['/a?%74oken=s3cret', '/a?%74oken=…'],
  ['/a?%2574oken=s3cret', '/a?%2574oken=…'],
  ['/a?TOKEN=s3cret', '/a?TOKEN=…'],
  ['/a?user_code=S3CR-ET00', '/a?user_code=…'],
  [`/a?return=${encode('/b?token=s3cret', 1)}`, '/a?return=…'],
  [`/a?return=${encode('/b?c=1&code=s3cret', 2)}`, '/a?return=…'],
  [`/a?return=${encode(`/b?return=${encode('/c?token=s3cret', 1)}`, 1)}`, '/a?return=…'],
  ['/a?return=/b?token=s3cret', '/a?return=…'],
  ['/a?broken=%E0%A4%A&state=s3cret', '/a?broken=%E0%A4%A&state=…'],
  ['/a?x="&token=s3cret', '/a?x="&token=…'],
])('the address %s is logged as %s', (url, logged) => {
  const line = JSON.stringify({ url, ms: 1 })
  expect(JSON.parse(withoutSecrets(line))).toEqual({ url: logged, ms: 1 })
})
