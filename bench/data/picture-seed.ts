import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import { itemData } from './text.ts'

type Picture = Readonly<Record<string, unknown>>

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'excerpt', type: 'text' },
  { slug: 'body', type: 'portableText' },
  { slug: 'rank', type: 'number' },
  { slug: 'cover', type: 'image' },
]

/** What items of each collection show, with pictures of the media library or with the same values as stored text. */
export const pictured = { covered: 1, coveredfixed: 1, pictured: 3, picturedfixed: 3 } as const

/** Fills an empty service with a collection for each of `pictured`; gives a token. */
export async function seedPictures(
  environment: Readonly<Record<string, string>>,
  { items, bodyBytes }: { readonly items: number; readonly bodyBytes: number },
): Promise<string> {
  const config = readConfig({ ...environment, OCTAVO_LOG_LEVEL: 'silent' })
  const services = await openServices({ config, log: createLog('silent') })
  const caller = serviceCaller('cli')
  const call = async <Result>(operation: Parameters<typeof invoke>[1]['operation'], input: object) =>
    (await invoke(services, { operation, caller, input })) as Result
  const email = 'bench@example.com'
  await call(operations.users.create, { email, name: 'Bench', role: 50 })
  const scopes = ['content:read', 'content:write', 'media:read']
  const { token } = await call<{ token: string }>(operations.tokens.create, { email, name: 'bench', scopes })
  const library: Picture[] = []
  for (let index = 0; index < items; index++) {
    const file = { filename: `${index}.jpg`, mimeType: 'image/jpeg', storageKey: `pictures/${index}.jpg` }
    const size = { size: 123_456, width: 1600, height: 900, alt: `The harbour in picture ${index}` }
    const { item } = await call<{ item: Record<string, unknown> }>(operations.media.create, {
      ...file,
      ...size,
    })
    const { id, url, width, height, alt } = item
    library.push({ id, url, width, height, alt })
  }
  for (const [slug, count] of Object.entries(pictured)) {
    await call(operations.schema.createCollection, { slug, label: slug, supports: ['drafts'] })
    for (const field of fields)
      await call(operations.schema.createField, { collection: slug, label: field.slug, ...field })
    const isFixed = slug.endsWith('fixed')
    for (let index = 0; index < items; index++) {
      const picture = (offset: number): Picture => {
        const found = library[(index * 3 + offset) % library.length] ?? {}
        if (!isFixed) return { id: found['id'] }
        // As long as the address of a file, but none.
        const url = String(found['url']).replace('/media/file/', '/media/some/')
        return { ...found, id: `elsewhere-${index}`, url }
      }
      const data = itemData(index, bodyBytes)
      const blocks = data.body
      const withPictures = [0, 1, 2].flatMap((offset) => [
        ...blocks.slice(offset, offset === 2 ? undefined : offset + 1),
        { _type: 'image', _key: `p${offset}`, ...picture(offset) },
      ])
      await call(operations.content.create, {
        collection: slug,
        status: 'published',
        data: count === 1 ? { ...data, cover: picture(0) } : { ...data, body: withPictures },
      })
    }
  }
  await services.database.close()
  return token
}
