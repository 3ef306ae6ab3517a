import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['OCTAVO_CORS_ORIGINS', '*'],
  ['OCTAVO_CORS_ORIGINS', 'https://a.example.com,*'],
  ['OCTAVO_CORS_ORIGINS', 'https://['],
  ['OCTAVO_BASE_URL', 'www.example.com'],
  ['OCTAVO_BASE_URL', 'https://www.example.com/site'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*https://www\\.example\\.com`))
})
