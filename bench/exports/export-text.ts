import { itemData } from '../data/text.ts'

/** What a generated export holds: always the same for the same numbers. */
export interface ExportPlan {
  readonly posts: number
  /** characters of the text of one post, about */
  readonly length: number
}

const site = 'https://old.example.com'

/** The text of an export, piece by piece: an author, terms, and posts in block markup and classic HTML by turns. */
export function* exportText({ posts, length }: ExportPlan): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>A generated site</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_email>ada@example.com</wp:author_email><wp:author_display_name><![CDATA[Ada]]></wp:author_display_name></wp:author>
`
  for (let index = 0; index < 50; index++) {
    yield `<wp:category><wp:term_id>${index + 1}</wp:term_id><wp:category_nicename>shelf-${index}</wp:category_nicename><wp:category_parent>${index < 10 ? '' : `shelf-${index % 10}`}</wp:category_parent><wp:cat_name><![CDATA[Shelf ${index}]]></wp:cat_name></wp:category>\n`
  }
  for (let index = 0; index < posts; index++) yield post(index, posts, length)
  yield '</channel></rss>\n'
}

function post(index: number, posts: number, length: number): string {
  const { title, excerpt, body } = itemData(index, length)
  const texts = (body as { children: { text: string }[] }[]).map(({ children }) =>
    children.map(({ text }) => text).join(''),
  )
  const link = `${site}/${((index * 7) % posts) + 1}/`
  const content = index % 2 === 0 ? blockMarkup(texts, link) : classic(texts, link)
  const date = new Date(Date.UTC(2010, 0, 1) + index * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)
  return `<item><title>${title}</title><link>${site}/${index + 1}/</link><dc:creator>ada</dc:creator><guid isPermaLink="false">${site}/?p=${index + 1}</guid><content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[${excerpt}]]></excerpt:encoded><wp:post_id>${index + 1}</wp:post_id><wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_name>post-${index + 1}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order><wp:post_type>post</wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky><category domain="category" nicename="shelf-${index % 50}"><![CDATA[Shelf ${index % 50}]]></category><category domain="post_tag" nicename="tag-${index % 200}"><![CDATA[Tag ${index % 200}]]></category><wp:postmeta><wp:meta_key>mood</wp:meta_key><wp:meta_value><![CDATA[calm]]></wp:meta_value></wp:postmeta></item>\n`
}

function blockMarkup(texts: readonly string[], link: string): string {
  return texts
    .map((text, index) => {
      if (index % 5 === 1) return `<!-- wp:heading -->\n<h2>${text.slice(0, 40)}</h2>\n<!-- /wp:heading -->`
      if (index % 5 === 2)
        return `<!-- wp:list -->\n<ul><li>${text.slice(0, 60)}</li><li>${text.slice(60)}</li></ul>\n<!-- /wp:list -->`
      return `<!-- wp:paragraph -->\n<p>${text} <a href="${link}">more</a></p>\n<!-- /wp:paragraph -->`
    })
    .join('\n\n')
}

function classic(texts: readonly string[], link: string): string {
  return texts.map((text) => `${text} <strong>and</strong> <a href="${link}">more</a>`).join('\n\n')
}
