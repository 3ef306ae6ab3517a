import { afterAll, describe, expect, it } from 'vitest'
import { emptyItem, type ExportItem } from './wxr/records.ts'
import type { Target } from './convert/block.ts'
import { ContentConverter } from './convert/content-converter.ts'
import type { Converted } from './convert/convert.ts'
import { convertTask } from './convert/item-content.ts'
import { taskOf } from './content-task.ts'
import { addAttachedFile, putTarget } from './convert/targets.ts'

const converter = new ContentConverter()
afterAll(() => converter.end())

const item = (content: string, more: Partial<ExportItem> = {}): ExportItem => ({
  ...emptyItem,
  content,
  ...more,
})

const items = [
  item(
    'Classic <a href="/2010/one/#part">a <b>link</b></a> and <abbr title="Lost">kept</abbr>\n\n[gallery ids="4,5"]',
  ),
  item('[gallery]\n\n[playlist type="video" id="7"]'),
  item('<p><a href="javascript:alert(1)">x</a></p>[contact-form to="a@example.com"]'),
  item(
    '<!-- wp:image {"id":4} --><figure class="wp-block-image"><a href="/about/"><img src="https://old.example.com/a-300x200.jpg" alt=""/></a></figure><!-- /wp:image -->\n<!-- wp:block {"ref":9} /-->\n<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link" href="/shop/">Shop</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
  ),
  item('<video src="https://old.example.com/a.mp4" poster="https://old.example.com/a.jpg"></video>'),
  item('Text<sup data-fn="n1"><a href="#n1">1</a></sup>', {
    meta: [['footnotes', JSON.stringify([{ id: 'n1', content: 'A <em>note</em>' }])]],
  }),
  item(
    '# Title\n\n![A](a.png "T") and [a page](/page/)\n\n<p><img src="b.png"> <a href="/page/">x</a></p>\n',
    {
      format: 'markdown',
      targets: { 'a.png': 'https://x.invalid/a.png', 'b.png': 'https://x.invalid/b.png' },
    },
  ),
  item(''),
]

const media: Target = {
  kind: 'media',
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  url: 'https://new.example.com/api/v1/media/file/a.jpg',
  width: 10,
  height: 20,
  alt: 'Alt',
}
const page: Target = {
  kind: 'item',
  collection: 'pages',
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  path: '/pages/about',
}

/** The content after everything in it has got a target. */
function completed({ blocks, findings }: Converted): unknown {
  for (const [index, address] of findings.addresses.entries())
    putTarget(address, address.sourceId !== '' || index % 2 === 1 ? media : page)
  for (const list of findings.attachedFiles)
    for (let count = 0; count < 2; count++) addAttachedFile(list, media)
  const { keptAsHtml, lost, unsafeLinks } = findings
  return { blocks, keptAsHtml, lost, unsafeLinks, next: findings.key() }
}

describe('contents that a thread converts', () => {
  it('are the same as those converted here, with all targets that come later', async () => {
    const made = await converter.convert(items.map(taskOf))
    expect(made).toHaveLength(items.length)
    const here = items.map((one) => completed(convertTask(taskOf(one))))
    expect(made.map((one) => (one === undefined ? null : completed(one)))).toStrictEqual(here)
    // The samples have every kind of place.
    const kinds = items.flatMap((one) =>
      convertTask(taskOf(one)).findings.addresses.map(({ place }) => place.kind),
    )
    expect([...new Set(kinds)].toSorted()).toEqual(['file', 'html', 'link', 'picture', 'poster', 'section'])
  })

  it('come in the order in which they were asked for', async () => {
    const asked = Array.from({ length: 5 }, (_, index) => converter.convert([taskOf(item(`text ${index}`))]))
    const texts = (await Promise.all(asked)).map(([one]) => JSON.stringify(one?.blocks))
    expect(texts.map((text) => /text \d/.exec(text)?.[0])).toEqual(
      [0, 1, 2, 3, 4].map((index) => `text ${index}`),
    )
  })

  it('are left to whoever asked when the thread has ended', async () => {
    const short = new ContentConverter()
    const asked = short.convert([taskOf(item('text'))])
    await short.end()
    expect(await asked).toEqual([])
    expect(await short.convert([taskOf(item('text'))])).toEqual([])
  })
})
