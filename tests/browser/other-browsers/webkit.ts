import { freePort } from '../../setup/free-port.ts'
import { untilAnswered } from '../../setup/until-answered.ts'
import { Closers, type Driver } from './driver.ts'
import { printed, start } from './processes.ts'

/** the name of the member that refers to an element, which the standard fixes */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

interface Programs {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** WebKit, by plain WebDriver: commands as HTTP requests to a driver, which opens the window on a display of its own. */
export async function startWebKit({ driver, browser, display }: Programs): Promise<Driver> {
  const closers = new Closers()
  try {
    const screen = start(closers, display, [
      '-displayfd',
      '1',
      '-screen',
      '0',
      '1280x1000x24',
      '-nolisten',
      'tcp',
    ])
    const number = await printed(screen, /(\d+)\n/)
    const port = await freePort()
    start(closers, driver, [`--port=${port}`, '--host=127.0.0.1'], {
      ...process.env,
      DISPLAY: `:${number}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    })
    const origin = `http://127.0.0.1:${port}`
    await untilAnswered(`${origin}/status`)
    const options = { binary: browser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const { sessionId } = (await sendTo(origin)('POST', '/session', { capabilities })) as {
      sessionId: string
    }
    const send = sendTo(`${origin}/session/${sessionId}`)
    closers.add(() => send('DELETE', '').catch(() => undefined))
    await send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 })
    await send('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 960 })
    return driverOf(send, () => closers.close())
  } catch (error) {
    await closers.close()
    throw error
  }
}

function sendTo(origin: string): Send {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: { message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message ?? response.status}`)
    return value
  }
}

function driverOf(send: Send, close: () => Promise<void>): Driver {
  /** The result of a function that may be a promise. */
  const call = async (body: string): Promise<unknown> => {
    const script = `const done = arguments[0]
      ;(async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = (await send('POST', '/execute/async', { script, args: [] })) as {
      value?: unknown
      error?: string
    }
    if (error !== undefined) throw new Error(error)
    return value
  }
  const element = async (body: string): Promise<string | null> => {
    const found = (await call(body)) as Record<string, string> | null | undefined
    return found?.[elementKey] ?? null
  }
  return {
    close,
    goto: async (url) => void (await send('POST', '/url', { url })),
    run: call,
    click: async (body) => {
      const id = await element(body)
      if (id === null) return false
      await send('POST', `/element/${id}/click`)
      return true
    },
    type: async (text) => {
      const id = await element('return document.activeElement')
      await send('POST', `/element/${id}/value`, { text })
    },
    chooseFile: async (body, path) => {
      const id = await element(body)
      if (id === null) return false
      await send('POST', `/element/${id}/value`, { text: path })
      return true
    },
  }
}
