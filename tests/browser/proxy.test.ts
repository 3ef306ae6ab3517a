import { request } from 'node:http'
import { createServer } from 'node:https'
import { expect, it, onTestFinished } from 'vitest'
import { startOwnBrowser, startTimeout } from '../setup/browser.ts'
import { makeCertificate } from '../setup/certificate.ts'
import { freePort } from '../setup/free-port.ts'
import { startPages } from '../setup/pages.ts'
import { newVisitor } from '../setup/visitor.ts'
import { expectEntries, openAccount, setUp, signIn, signOut } from './steps.ts'

it(
  'pages work behind a proxy that speaks TLS on another port, and tells a Host of its own',
  { tags: 'long', timeout: startTimeout },
  async () => {
    const outerPort = await freePort()
    const service = await startPages({ baseUrl: `https://localhost:${outerPort}`, isOwnProcess: true })
    onTestFinished(() => service.close())
    const proxy = createServer(makeCertificate(), (incoming, outgoing) => {
      const { method, url, headers } = incoming
      const inner = request(
        {
          port: service.port,
          host: '127.0.0.1',
          method,
          path: url,
          headers: { ...headers, host: 'inner.example' },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      incoming.pipe(inner)
    })
    await new Promise<void>((resolve) => void proxy.listen(outerPort, '127.0.0.1', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const browser = await startOwnBrowser(['--ignore-certificate-errors'])
    onTestFinished(() => browser.close())
    const { page, context, complaints } = await newVisitor(browser)

    expect(new URL(service.setupLink()).origin).toBe(service.baseUrl)
    await setUp(page, service)
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({
      name: '__Host-octavo_session',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    })
    await signOut(page)
    await signIn(page)
    await openAccount(page, service)
    await expectEntries(page, 'passkeys', [expect.stringMatching(/^Passkey\n/)])
    expect(complaints).toEqual([])
  },
)
