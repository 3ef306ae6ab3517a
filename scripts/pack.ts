// Packs what is installed without a clone, into a folder: octavo (the command and the service), @octavo/client and
// @octavo/plugin. Each brings the packages of this project that it needs; all others come from the registry.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stagePackage } from './pack/stage.ts'

const target = resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? 'packed')
const work = mkdtempSync(join(tmpdir(), 'octavo-pack-'))
try {
  mkdirSync(target, { recursive: true })
  for (const folder of ['cli', 'client', 'plugin']) {
    const { name } = stagePackage(folder, join(work, folder))
    console.log(join(target, pack(join(work, folder), name)))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Makes the archive of a prepared package; gives its file name. */
function pack(folder: string, name: string): string {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, stdout, stderr } = spawnSync(npm, ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm pack of ${name} failed: ${stderr}`)
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  if (packed === undefined) throw new Error(`npm pack of ${name} made no archive`)
  return packed.filename
}
