import { describe, expect, it } from 'vitest'
import { html } from '../../platform/html.ts'
import { page } from './layout.ts'

const attack = `"><script>alert('1')</script>`

const made = page({
  title: attack,
  body: html`<h1>${attack}</h1>`,
  person: { name: attack },
  language: 'de',
  baseUrl: 'http://localhost:4400',
  nonce: 'N0nce',
  scripts: ['sign-in.js'],
})

describe('page', () => {
  it('escapes what is not its own', () => {
    expect(made).not.toContain('<script>')
    expect(made).not.toContain(`"><script`)
    expect(made.match(/&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)/g)).toHaveLength(3)
  })

  it('has nothing inline, and scripts with the nonce alone', () => {
    expect(made).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    const scripts = made.match(/<script[^]*?<\/script>/g) ?? []
    expect(scripts).toHaveLength(2)
    for (const script of scripts)
      expect(script).toMatch(
        /^<script type="module" nonce="N0nce" src="\/_cms\/assets\/[\w-]{16}\/[\w-]+\.js"><\/script>$/,
      )
  })

  it('says without scripts that it needs them', () => {
    expect(made).toMatch(/<noscript><p class="notice error">Diese Seite braucht JavaScript\./)
  })

  it('says its language, and carries the texts of its scripts in it', () => {
    expect(made).toContain('<html lang="de"')
    expect(made).toContain('Fortfahren')
    expect(made).toContain('Abmelden')
  })
})
