import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { patience } from './patience.ts'

const run = promisify(execFile)

/** Where the package `@sparticuz/chromium` lies, whose browser comes whole from the package registry. */
const source = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))

/** A browser as tests have it; what they open in it is closed with it. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

/** the one of this process, for all of its files: contexts know nothing of each other */
let shared: Promise<Browser> | undefined

/**
 * Returns a real Chromium without a window; close it at the end. It is the one that `npm ci` installs, or the program
 * that TEST_BROWSER names. Throws an error that says so when neither runs on this machine.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await sharedBrowser()
  const contexts = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    contexts.add(context)
    if (slowdown > 1) slowDown(context)
    return context
  }
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => {
      for (const context of contexts) await context.close()
    },
  }
}

/** how many times slower than this machine the pages of tests run: finds tests that fail only on a busy one */
export const slowdown = Number(process.env['OCTAVO_TEST_SLOWDOWN'] ?? 1)

function slowDown(context: BrowserContext): void {
  const open = context.newCDPSession.bind(context)
  context.on('page', (page) => {
    // Fails where the page was closed meanwhile.
    void open(page)
      .then((devTools) => devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown }))
      .catch(() => undefined)
  })
}

/** A separate Chromium, for what is measured or needs further flags; close it at the end. */
export async function startOwnBrowser(furtherFlags: readonly string[] = []): Promise<Browser> {
  const given = process.env['TEST_BROWSER']
  try {
    const { executablePath, env } =
      given === undefined ? await unpack() : { executablePath: given, env: process.env }
    return await chromium.launch({
      executablePath,
      env: env as Record<string, string>,
      args: [...flags, ...furtherFlags],
      timeout: 4 * patience,
    })
  } catch (error) {
    throw new Error(
      `No browser could be started, so these tests cannot run (${process.platform} ${process.arch}). ` +
        'Set TEST_BROWSER to the path of a Chromium or Chrome.',
      { cause: error },
    )
  }
}

/** Starts it again when it broke: that fails the tests that had it, not those after them. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  shared = startOwnBrowser([quickToStart])
  return shared
}

/** milliseconds for a hook that starts a browser and a service; the first one on a machine unpacks the browser, too */
export const startTimeout = 300_000

/**
 * Root may not use the sandbox; without a zygote what draws pages goes before other work of the machine; the rest keeps
 * the browser from asking its maker's hosts.
 */
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]

/**
 * Pages of tests live for seconds: to optimise their scripts takes a quarter of all the work and seldom pays off. What
 * measures has a browser of its own without this.
 */
const quickToStart = '--js-flags=--no-maglev --no-opt --min-semi-space-size=16 --no-flush-bytecode'

interface Unpacked {
  readonly executablePath: string
  readonly env: NodeJS.ProcessEnv
}

/** Unpacks the browser once, with the libraries and fonts that a bare machine lacks; several may do so at once. */
async function unpack(): Promise<Unpacked> {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const folder = join(dirname(dirname(source)), '.cache', `octavo-browser-${version}`)
  if (!existsSync(folder)) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], join(folder, 'al2023', 'lib')]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/**
 * The package unpacks to the folder for temporary files, and its libraries only where it takes itself to be at home.
 */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  const program = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  try {
    await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: source,
      env: { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    })
    await writeFile(join(own, 'fonts.conf'), fontSettings(folder))
    await rename(own, folder)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(folder)) throw error
  }
}

/**
 * The package's own font comes first, so that pages look the same on every machine. Other folders of the system have
 * fonts of more weights (PostScript fonts), which the browser would take for weights that the own font lacks.
 */
function fontSettings(folder: string): string {
  const preferred = ['system-ui', 'sans-serif', 'Arial'].map(
    (name) =>
      `<alias binding="same"><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`,
  )
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts/truetype</dir>
    <cachedir>${join(folder, 'fonts-cache')}</cachedir>
    ${preferred.join('')}
  </fontconfig>`
}
