import { describe, expect, it } from 'vitest'
import { withoutMarksOfJekyll, withoutTemplateTags } from '../convert/template-tags.ts'
import { SiteFiles } from './site-files.ts'

const files = new SiteFiles({ name: 'site', files: new Map(), links: 0, leftOut: [] }, 'https://site.invalid')

describe('texts made to be slow', () => {
  it.each([
    ['brackets', '['],
    ['blank lines', '\n'],
    ['backquotes', '`'],
    ['attributes', 'src=   '],
    ['references', '{{< ref "'],
    ['code without an end', '{% highlight js %}\n'],
    ['classes', '{: .a '],
    ['tags around code', '{%  raw'],
    ['figures', '{{< figure x\n'],
  ])('are searched in linear time: %s', (_, part) => {
    const text = part.repeat(40_000)
    const before = process.threadCpuUsage()
    files.targetsIn('a.md', text, 'https://a.example/a/')
    withoutTemplateTags(text)
    withoutMarksOfJekyll(text)
    // Time of the processor: a busy machine only adds to the time of the clock.
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_500_000)
  })

  it('keep their code, and links that are reached', () => {
    expect(withoutTemplateTags('a\n{% highlight js %}\nlet b\n{% endhighlight %}\nc')).toBe(
      'a\n~~~~js\nlet b\n~~~~\nc',
    )
    expect(withoutTemplateTags('{% highlight js %}\nlet b')).toBe('{% highlight js %}\nlet b')
    const { missing } = files.targetsIn(
      'a.md',
      '![a](x.png) <img src="y.png">\n\n  [z]: z.png\n',
      'https://a.example/a/',
    )
    expect(missing).toEqual(['x.png', 'y.png', 'z.png'])
  })
})
