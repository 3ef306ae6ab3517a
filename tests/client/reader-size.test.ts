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

it('the reader is small, and knows no runtime', async () => {
  const code = await bundled('main.ts')
  expect(code).not.toMatch(/\bnode:|\brequire\(|\bprocess\b|\bBuffer\b|^import /m)
  const sizes = { gzip: gzipSync(code).length, brotli: brotliCompressSync(code).length }
  expect(Math.max(sizes.gzip, sizes.brotli), JSON.stringify(sizes)).toBeLessThan(5 * 1024)
})
