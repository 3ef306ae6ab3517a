import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Closers, type Driver } from './driver.ts'
import { printed, start } from './processes.ts'

interface RemoteValue {
  readonly type: string
  readonly value?: unknown
  readonly sharedId?: string
}

/** Firefox, by WebDriver BiDi: commands as JSON over a socket of this machine. */
export async function startFirefox(program: string): Promise<Driver> {
  const closers = new Closers()
  try {
    const profile = mkdtempSync(join(tmpdir(), 'octavo-firefox-'))
    closers.add(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
    const child = start(closers, program, args, { ...process.env, HOME: profile })
    const send = await connect(closers, `${await printed(child, /BiDi listening on (ws:\S+)/)}/session`)
    await send('session.new', { capabilities: {} })
    const { contexts } = await send('browsingContext.getTree', {})
    const { context } = (contexts as { context: string }[])[0] ?? { context: '' }
    const viewport = { width: 1280, height: 900 }
    await send('browsingContext.setViewport', { context, viewport })
    return driverOf({ send, context, close: () => closers.close() })
  } catch (error) {
    await closers.close()
    throw error
  }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

async function connect(closers: Closers, url: string): Promise<Send> {
  const socket = new WebSocket(url)
  closers.add(() => socket.close())
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data))
    if (type === 'success') waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(message))
    waiting.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)), { once: true })
  })
  let last = 0
  return (method, params) => {
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
}

/** The element in the middle of the view, unless something else is over it. */
function uncovered(body: string): string {
  return `const element = await (async () => {${body}})()
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return element?.contains(hit) ? element : null`
}

interface Connected {
  readonly send: Send
  readonly context: string
  close(): Promise<void>
}

function driverOf({ send, context, close }: Connected): Driver {
  const call = async (body: string): Promise<RemoteValue> => {
    const { type, result, exceptionDetails } = await send('script.callFunction', {
      functionDeclaration: `async () => {${body}}`,
      target: { context },
      awaitPromise: true,
    })
    if (type === 'success') return result as RemoteValue
    throw new Error((exceptionDetails as { text: string }).text)
  }
  const act = (source: object) => send('input.performActions', { context, actions: [source] })
  return {
    close,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (body) => {
      const { value } = await call(`return JSON.stringify(await (async () => {${body}})())`)
      return typeof value === 'string' ? JSON.parse(value) : undefined
    },
    click: async (body) => {
      const { sharedId } = await call(uncovered(body))
      if (sharedId === undefined) return false
      const origin = { type: 'element', element: { sharedId } }
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
      return true
    },
    type: async (text) => {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keyboard', actions: keys })
    },
    chooseFile: async (body, path) => {
      const { sharedId } = await call(body)
      if (sharedId === undefined) return false
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
      return true
    },
  }
}
