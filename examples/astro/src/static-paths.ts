import type { GetStaticPathsResult, Page, PaginateFunction } from 'astro'
import { articlesOf, frameOf, type Article } from './content'
import { locales, type Locale } from './site/locales'

/** A page in each language. */
export const pathsOfLanguages = () => locales.map((locale) => ({ params: { locale }, props: { locale } }))

interface List<Subject> {
  readonly slug: string
  readonly subject: Subject
  readonly has: (article: Article) => boolean
}

/** The pages of lists of articles, as many as each needs. */
export async function pathsOfLists<Subject>(
  paginate: PaginateFunction,
  listsOf: (locale: Locale) => Promise<List<Subject>[]>,
): Promise<GetStaticPathsResult> {
  const pages = locales.map(async (locale) => {
    const articles = await articlesOf(locale)
    const { postsPerPage } = await frameOf(locale)
    const lists = await listsOf(locale)
    return lists.flatMap(({ slug, subject, has }) =>
      paginate(articles.filter(has), {
        pageSize: postsPerPage,
        params: { locale, slug },
        props: { locale, subject },
      }),
    )
  })
  return (await Promise.all(pages)).flat()
}

export interface ListProps<Subject> {
  readonly locale: Locale
  readonly subject: Subject
  readonly page: Page<Article>
}
