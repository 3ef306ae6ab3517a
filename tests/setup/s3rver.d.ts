declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      directory: string
      port: number
      address: string
      silent: boolean
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
