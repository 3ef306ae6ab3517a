import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export interface ObjectStore {
  /** what OCTAVO_FILES_URL says to use it */
  readonly url: string
  /** the bytes of an object, by its key */
  read(key: string): Promise<Buffer>
  close(): Promise<void>
}

const bucket = 'octavo-test'

/** Starts a real server that speaks S3, with an empty bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-s3-'))
  const server = new S3rver({
    directory,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  for (const name of names) process.env[name] = 'S3RVER'
  return {
    url: `s3://${bucket}/site?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    read: (key) => readFile(join(directory, bucket, `${key}._S3rver_object`)),
    close: async () => {
      // The next file of this process knows nothing of them.
      for (const name of names) Reflect.deleteProperty(process.env, name)
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
