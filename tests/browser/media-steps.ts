import type { CDPSession, Page } from 'playwright-core'
import { picture } from '../setup/media.ts'

/** A file on the disk of a user. */
export interface OwnFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export async function image(name: string): Promise<OwnFile> {
  return { name, mimeType: 'image/png', buffer: await picture('png', { width: 64, height: 48 }) }
}

export function text(name: string, content = 'A text.'): OwnFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
}

/** A page that says it is a picture. */
export const disguised: OwnFile = {
  name: 'disguised.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<!doctype html><script>document.title = "run"</script>'),
}

/** Uploads a file as the person whose page it is; gives what the service answers. */
export async function upload(
  page: Page,
  { name, mimeType, buffer }: OwnFile,
): Promise<{ id: string; url: string }> {
  return page.evaluate(`(async () => {
    const form = new FormData()
    const bytes = new Uint8Array(${JSON.stringify([...buffer])})
    form.append('file', new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(mimeType)} }))
    const headers = { 'x-octavo-request': '1' }
    const answer = await fetch('/_cms/api/media', { method: 'POST', headers, body: form })
    if (answer.status !== 201) throw new Error(await answer.text())
    return (await answer.json()).data.item
  })()`)
}

/** Chooses files as the button does. */
export async function choose(page: Page, ...files: OwnFile[]): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(files.map((file) => ({ ...file })))
}

/** Lets go of files over the page, or pastes them. */
export async function bring(page: Page, way: 'drop' | 'paste', files: readonly OwnFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  await page.evaluate(`{
    const data = new DataTransfer()
    for (const { name, mimeType, bytes } of ${JSON.stringify(given)})
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    const about = { bubbles: true, cancelable: true }
    const events = ${way === 'paste'}
      ? [new ClipboardEvent('paste', { ...about, clipboardData: data })]
      : ['dragenter', 'dragover', 'drop'].map((type) => new DragEvent(type, { ...about, dataTransfer: data }))
    for (const event of events) document.body.dispatchEvent(event)
  }`)
}

export interface Stored {
  readonly id: string
  readonly url: string
  readonly filename: string
}

/** Puts a file into the library past the screens, as whoever has the page open. */
export async function store(page: Page, file: OwnFile): Promise<Stored> {
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/_cms/api/media`, {
    headers: { 'x-octavo-request': '1' },
    multipart: { file: { ...file } },
  })
  return ((await answer.json()) as { data: { item: Stored } }).data.item
}

/** The file in the grid that goes by a name. */
export function tile(page: Page, name: string) {
  return page.getByRole('list', { name: 'Files' }).getByRole('button', { name })
}

/** The names in the grid, in their order. */
export async function names(page: Page): Promise<string[]> {
  const found = await page.locator('[data-media] [title]').allInnerTexts()
  return found.map((name) => name.trim())
}

/** A slow line from here on: bytes a second that go out. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
  return session
}
