import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface HttpsServer {
  readonly port: number
  /** the certificate to trust */
  readonly ca: string
  readonly requests: readonly {
    readonly url: string
    readonly host: string | undefined
    readonly cookie: string | undefined
  }[]
  close(): Promise<void>
}

/** An https server of this machine that says it is `host`; `answer` may be changed while it runs. */
export async function startHttpsServer(host: string, answer: RequestListener): Promise<HttpsServer> {
  const { key, cert } = makeCertificate(host)
  const requests: HttpsServer['requests'][number][] = []
  const server: Server = createServer({ key, cert }, (request, response) => {
    const { url = '', headers } = request
    requests.push({ url, host: headers.host, cookie: headers.cookie })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    ca: cert,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
