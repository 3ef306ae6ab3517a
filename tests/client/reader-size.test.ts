import { createContext, runInContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'

/** A program with all that the reader has, as a bundler for browsers makes it. */
async function bundled(entry: string): Promise<string> {
  const bundle = await rolldown({
    input: inRoot('packages', 'client', 'src', entry),
    platform: 'browser',
    resolve: { conditionNames: ['octavo-source', 'import', 'browser', 'default'] },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  expect(output).toHaveLength(1)
  return output[0].code
}

it('the reader runs where there is nothing but fetch', async () => {
  const code = await bundled('main.ts')
  const asked: string[] = []
  const globals = {
    ...{ URL, URLSearchParams, Response },
    fetch: async (url: string) => {
      asked.push(url)
      return Response.json({ success: true, data: { items: [{ data: { title: 'A' } }] } })
    },
  }
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } })
  const program = code.replace(/export\s*\{([^}]*)\};?\s*$/, (_, names: string) => {
    const [, local = 'createClient'] = /([\w$]+) as createClient/.exec(names) ?? []
    return `;globalThis.createClient = ${local};`
  })
  const script = `(async () => { ${program}
    const titles = []
    for await (const { data } of createClient({ url: 'https://x.example' }).posts.all({ limit: 1 })) titles.push(data.title)
    return titles.join()
  })()`
  expect(await runInContext(script, context)).toBe('A')
  expect(asked).toEqual(['https://x.example/_cms/api/content/posts?view=live&limit=1'])
})

it('the reader is small, and knows no runtime', async () => {
  const code = await bundled('main.ts')
  expect(code).not.toMatch(/\bnode:|\brequire\(|\bprocess\b|\bBuffer\b|^import /m)
  const sizes = { gzip: gzipSync(code).length, brotli: brotliCompressSync(code).length }
  expect(Math.max(sizes.gzip, sizes.brotli), JSON.stringify(sizes)).toBeLessThan(5 * 1024)
})
