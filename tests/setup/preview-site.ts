import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Any } from './json.ts'

const script = fileURLToPath(new URL('../../packages/client/src/preview.ts', import.meta.url))

export interface PreviewSite {
  readonly origin: string
  close(): Promise<void>
}

/**
 * A small site that renders items of the service, drafts by preview tokens, and connects its pages with the admin: posts
 * at `/blog/…`, items of other collections at `/<collection>/…`.
 */
export async function startPreviewSite(service: string): Promise<PreviewSite> {
  const connect = await bundled()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.example')
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
    }
    if (url.pathname === '/connect.js') return send(200, 'text/javascript', connect)
    void page(service, url).then(
      (body) => send(200, 'text/html', body),
      (error: unknown) => send(403, 'text/html', `<h1>${String(error)}</h1>`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  }
}

async function bundled(): Promise<string> {
  const build = await rolldown({ input: script, resolve: { conditionNames: ['octavo-source'] } })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  return output[0].code
}

async function page(service: string, url: URL): Promise<string> {
  const [, first = '', slug = ''] = url.pathname.split('/')
  const collection = first === 'blog' ? 'posts' : first
  const query = new URLSearchParams({ preview: url.searchParams.get('preview') ?? '', sourceMap: '1' })
  const answer = await fetch(`${service}/_cms/api/content/${collection}/${slug}?${query}`)
  const { data, error } = (await answer.json()) as Any
  if (error !== undefined) throw new Error(error.message)
  const { title, intro = '', ...others } = data.item.data
  return `<!doctype html><html lang="en"><title>${title}</title>
    <style>body { margin: 3rem; font: 18px/1.5 Georgia, serif; color: #222 } p { max-width: 34rem }</style>
    <header><a href="#away">Away</a><h1>${title}</h1></header><p>${intro}</p><button>Not of a field</button>
    ${Object.values(others).map(rendered).join('')}
    <script type="module">
      import { connectPreview } from '/connect.js'
      connectPreview({ url: ${JSON.stringify(service)} })
      document.body.dataset.isConnected = ''
    </script></html>`
}

/** A value as elements: each text in a paragraph, each object and list in a section. */
function rendered(value: unknown): string {
  if (typeof value === 'string') return `<p>${value}</p>`
  if (typeof value !== 'object' || value === null) return ''
  if ('alt' in value && 'url' in value) return `<img src="${String(value.url)}" alt="${String(value.alt)}">`
  if ('_type' in value && value._type === 'block' && 'children' in value)
    return `<p>${(value.children as Any[]).map(({ text }) => `<span>${text}</span>`).join('')}</p>`
  const inner = Object.entries(value).filter(([key]) => !key.startsWith('_'))
  return `<section>${inner.map(([, one]) => rendered(one)).join('')}</section>`
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
