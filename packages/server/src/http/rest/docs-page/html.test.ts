import { describe, expect, it } from 'vitest'
import { html } from '../../../platform/html.ts'
import { markdown } from './markdown.ts'

const attack = `<script>alert("1" & '2')</script>`
const harmless = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;'

describe('html', () => {
  it('escapes what is put in, in text and in attributes', () => {
    expect(html`<p title="${attack}">${attack}</p>`.source).toBe(`<p title="${harmless}">${harmless}</p>`)
  })

  it('keeps HTML, and takes lists of both', () => {
    const parts = [html`<b>a</b>`, ['<', 1]]
    expect(html`<i>${parts}</i>`.source).toBe('<i><b>a</b>&lt;1</i>')
  })
})

describe('markdown', () => {
  it('makes paragraphs, code, lists and fenced blocks', () => {
    expect(markdown('One `a<b`\n\n```\nx\n  y\n```').source).toBe(
      '<p>One <code>a&lt;b</code></p><pre><code>x\n  y</code></pre>',
    )
    expect(markdown('- one\n- two').source).toMatch(/<ul>\s*<li>one<\/li><li>two<\/li>\s*<\/ul>/)
  })

  it('makes links within the page and of nothing else', () => {
    expect(markdown('[a](#b)').source).toBe('<p><a href="#b">a</a></p>')
    expect(markdown('[a](https://example.com)').source).toBe('<p>[a](https://example.com)</p>')
    expect(markdown(attack).source).toBe(`<p>${harmless}</p>`)
  })
})
