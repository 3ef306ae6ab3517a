import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webcrypto } from 'node:crypto'

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
  const { key, cert } = await certificateFor(host)
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

async function certificateFor(host: string): Promise<{ key: string; cert: string }> {
  // The library asks for it to be there first.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const day = 24 * 60 * 60 * 1000
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
      new x509.BasicConstraintsExtension(true),
    ],
  })
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { key: pem('PRIVATE KEY', bytes), cert: certificate.toString('pem') }
}

function pem(label: string, base64: string): string {
  return `-----BEGIN ${label}-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`
}
