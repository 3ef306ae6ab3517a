import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ownCompiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

const compilerOptions = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  target: 'ES2024',
  lib: ['ES2024'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
}

interface Place {
  /** a folder whose packages the files can import */
  readonly parent: string
  readonly lib: readonly string[]
  /** the program of another compiler than ours */
  readonly compiler?: string
}

/** What the compiler complains about in these files, empty when it is content. One run for all of them. */
export async function complaintsAbout(
  files: Readonly<Record<string, string>>,
  { parent, lib, compiler = ownCompiler }: Place = { parent: tmpdir(), lib: compilerOptions.lib },
): Promise<string> {
  const directory = mkdtempSync(join(parent, 'octavo-types-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    writeFileSync(
      join(directory, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, lib }, include: ['*.ts'] }),
    )
    return await new Promise((resolve) => {
      execFile(process.execPath, [compiler, '-p', directory], { cwd: directory }, (error, stdout, stderr) => {
        resolve(error === null ? '' : `${stdout}${stderr}${error.message}`)
      })
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
