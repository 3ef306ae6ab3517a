/** What all programs below use. `Data` is what the items of `posts` in `setup/magazine.ts` hold. */
const shared = `import type { components, paths } from './types.ts'
import { contentPostsGet, contentPostsList, type PortableTextBlock, type Post } from './client.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => undefined
type Plain<Data> = { [Key in keyof Data as Exclude<Key, 'body' | 'cover' | 'score' | 'seo' | 'faq' | 'parts'>]: Data[Key] }
interface Published {
  title: string
  teaser?: string
  code?: string
  rating?: number
  issue: number
  featured?: boolean
  day?: string
  format?: 'essay' | 'guide'
  moods?: ('calm' | 'loud')[]
  author: string
  categories?: string[]
  extra?: unknown
}

// openapi-typescript
type Schemas = components['schemas']
type List = paths['/content/posts']['get']['responses'][200]['content']['application/json']
type Query = NonNullable<paths['/content/posts']['get']['parameters']['query']>
same<List['data']['items'], Schemas['Post'][]>(true)
same<Schemas['Post']['type'], 'posts'>(true)
same<Plain<Schemas['PostData']>, Data>(true)
same<Schemas['PostData']['body'], Schemas['PortableTextBlock'][] | undefined>(true)
same<Schemas['PollBlock']['answers'], ('yes' | 'no')[]>(true)
same<Schemas['MapBlock']['place'], { latitude: number; longitude: number }>(true)
same<Extract<Schemas['PortableTextBlock'], { question: string }>, Schemas['PollBlock']>(true)
const query: Query = { where: '{"rating":{"gte":4}}', include: ['author'], order: 'asc', count: true }
// @ts-expect-error -- a parameter of another type
const wrongQuery: Query = { limit: 'many' }
// @ts-expect-error -- a field that there is not
type WrongField = Schemas['PostData']['titel']

// orval
const answer = await contentPostsList({ ...query, fields: ['title', 'author'] })
if (answer.status === 200) {
  const { items, nextCursor, total } = answer.data.data
  same<typeof items, Post[]>(true)
  const next: [string | undefined, number | undefined] = [nextCursor, total]
  for (const post of items) {
    same<typeof post.type, 'posts'>(true)
    same<Plain<typeof post.data>, Data>(true)
    same<typeof post.data.body, PortableTextBlock[] | undefined>(true)
    const picture: [string | undefined, number | undefined] = [post.data.cover?.url, post.data.cover?.width]
    const size: number | undefined = post.data.score?.size
    for (const block of post.data.body ?? []) if ('question' in block) same<typeof block.answers, ('yes' | 'no')[]>(true)
    // @ts-expect-error -- a field that there is not
    void [next, picture, size, post.data.titel]
  }
} else if (answer.status !== 304) {
  const message: string = answer.data.error.message
  void message
}
const one = await contentPostsGet('first', { include: 'terms' })
if (one.status === 200) same<typeof one.data.data.item, Post>(true)
// @ts-expect-error -- it needs an id
await contentPostsGet()
// @ts-expect-error -- an order that there is not
await contentPostsList({ order: 'upwards' })
void wrongQuery
export type { WrongField }
`

/** Programs that use both clients that a caller generates; what is wrong must not compile. */
export const generatedUsage = {
  /** A draft can lack each field, and an admin creates and changes items. */
  admin: `${shared}
type Data = Partial<Published>

type Body = NonNullable<paths['/content/posts']['post']['requestBody']>['content']['application/json']
const body: Body = { slug: 'first', data: { title: 'First' }, status: 'published' }
import { contentCategoriesList, contentPostsCreate, contentPostsUpdate, schemaCreateCollection } from './client.ts'
const created = await contentPostsCreate(body)
if (created.status === 201) {
  const { item, _rev } = created.data.data
  const changed = await contentPostsUpdate(item.id, { _rev, data: { title: null } })
  if (changed.status === 200) same<typeof changed.data.data.item, Post>(true)
}
// @ts-expect-error -- a status that there is not
await contentPostsCreate({ status: 'gone' })
await contentCategoriesList()
await schemaCreateCollection({ slug: 'notes', label: 'Notes' })
`,
  /** What is published has the required fields; the document of the site has no changes, and only its collections. */
  site: `${shared}
type Data = Published

same<Schemas['PostData']['issue'], number>(true)
same<paths['/content/posts']['post'], undefined>(true)
same<'/content/categories' extends keyof paths ? true : false, false>(true)
// @ts-expect-error -- the site changes nothing
import { contentPostsCreate } from './client.ts'
// @ts-expect-error -- a collection of others
import { contentCategoriesList } from './client.ts'
void [contentPostsCreate, contentCategoriesList]
`,
} as const
