// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Any } from '../../setup/json.ts'
import { type PagesService, startPages } from '../../setup/pages.ts'
import { image } from '../media-steps.ts'
import { Closers, type Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { installed, miniBrowser } from './processes.ts'
import { startWebKit } from './webkit.ts'

/** The first steps of a new user: setup by link, writing, a picture, publishing, finding. */

const firefox = installed('firefox-esr') ?? installed('firefox')
const webkit = { driver: installed('WebKitWebDriver'), browser: miniBrowser(), display: installed('Xvfb') }

const browsers: Readonly<Record<string, (() => Promise<Driver>) | null>> = {
  Firefox: firefox === null ? null : () => startFirefox(firefox),
  WebKit:
    webkit.driver === null || webkit.browser === null || webkit.display === null
      ? null
      : () => startWebKit(webkit as Parameters<typeof startWebKit>[0]),
}

/** the Debian packages that a browser comes from */
const packages: Readonly<Record<string, string>> = {
  Firefox: 'firefox-esr',
  WebKit: 'webkit2gtk-driver and xvfb',
}

const closers = new Closers()
afterEach(() => closers.close())

describe.each(Object.entries(browsers))('the first path in %s', (name, start) => {
  it('leads from the setup to a published item that is found', async (test) => {
    if (start === null) {
      const reason = `${name} is not installed here, so it is not tried: its Debian packages are ${packages[name]}.`
      console.warn(reason)
      return test.skip(reason)
    }
    const service = await startPages()
    closers.add(() => service.close())
    const driver = await start()
    closers.add(() => driver.close())
    await expectFirstPath(new Person(driver, service))
  })
})

async function expectFirstPath(person: Person): Promise<void> {
  const { service } = person
  await person.goto(service.setupLink())
  await person.fill('Your name', 'Ada Lovelace')
  await person.fill('E-mail address', 'ada@example.com')
  await person.click('No passkey? Sign in by a link')
  await person.sees('A sign-in link is on its way')
  await person.goto(await service.mailedLink('ada@example.com'))
  await person.sees('Hello Ada Lovelace')

  await person.call('POST', '/schema/collections', {
    slug: 'recipes',
    label: 'Recipes',
    labelSingular: 'Recipe',
    supports: ['drafts', 'revisions', 'search'],
  })
  for (const field of [
    { slug: 'title', label: 'Title', type: 'string' },
    { slug: 'picture', label: 'Picture', type: 'image' },
    { slug: 'text', label: 'Text', type: 'portableText' },
  ])
    await person.call('POST', '/schema/collections/recipes/fields', field)

  await person.goto(`${service.baseUrl}/_cms/admin/content/recipes/new`)
  await person.fill('Title', 'Lentil soup')
  await person.fill('Text', 'Wash the lentils.')
  await person.click('Choose a picture')
  await person.chooseFile(await image('soup.png'))
  await person.fill('Alternative text', 'A bowl of soup')
  await person.click('Publish')
  await person.sees('Published')
  await expect
    .poll(() => person.call('GET', '/content/recipes?view=live'))
    .toMatchObject({
      items: [
        {
          slug: 'lentil-soup',
          data: {
            title: 'Lentil soup',
            picture: { width: 64, alt: 'A bowl of soup' },
            text: [{ children: [{ text: 'Wash the lentils.' }] }],
          },
        },
      ],
    })

  await person.goto(`${service.baseUrl}/_cms/admin/content/recipes`)
  await person.fill('Search by title or slug', 'lentil')
  await person.click('Lentil soup')
  await person.sees('Wash the lentils.')
}

/** The body of a function that gives the visible element with a name that is written in it or beside it. */
function named(selector: string, name: string): string {
  return `
    const textOf = (id) => document.getElementById(id)?.textContent ?? ''
    const namesOf = (element) => [
      element.getAttribute('aria-label'),
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf),
      ...[...(element.labels ?? [])].map((label) => label.textContent),
      element.matches('button, a, [role="option"]') ? element.textContent : null,
    ].map((text) => (text ?? '').replace(/[*\\s]+/g, ' ').trim())
    return [...document.querySelectorAll(${JSON.stringify(selector)})].find(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && namesOf(element).includes(${JSON.stringify(name)}),
    ) ?? null`
}

/** What a person does in a browser. */
class Person {
  readonly service: PagesService
  readonly #driver: Driver

  constructor(driver: Driver, service: PagesService) {
    this.#driver = driver
    this.service = service
  }

  goto(url: string): Promise<void> {
    return this.#driver.goto(url)
  }

  async click(name: string): Promise<void> {
    const body = named('button, a, [role="option"]', name)
    await this.#until(`“${name}” to click`, () => this.#driver.click(body))
  }

  async fill(name: string, text: string): Promise<void> {
    const body = named('input, textarea, [contenteditable="true"]', name)
    await this.#until(`“${name}” to fill`, () => this.#driver.click(body))
    await this.#driver.type(text)
  }

  async chooseFile({ name, buffer }: { readonly name: string; readonly buffer: Buffer }): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-file-'))
    closers.add(() => rmSync(folder, { recursive: true }))
    const path = join(folder, name)
    writeFileSync(path, buffer)
    const body = `return document.querySelector('[role="dialog"] input[type="file"]')`
    await this.#until('an input for files', () => this.#driver.chooseFile(body, path))
  }

  async sees(text: string): Promise<void> {
    const body = `return document.body.innerText.includes(${JSON.stringify(text)})`
    await this.#until(`“${text}”`, async () => (await this.#driver.run(body)) === true)
  }

  /** Calls the service as the browser of this person. */
  async call(method: string, path: string, body?: object): Promise<Any> {
    const { data, error } = (await this.#driver.run(`
      const response = await fetch('/_cms/api' + ${JSON.stringify(path)}, {
        method: ${JSON.stringify(method)},
        headers: { 'x-octavo-request': '1', 'content-type': 'application/json' },
        ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
      })
      return response.json()`)) as Any
    if (error !== undefined) throw new Error(`${method} ${path}: ${error.message}`)
    return data
  }

  async #until(what: string, attempt: () => Promise<boolean>): Promise<void> {
    try {
      await expect.poll(attempt).toBe(true)
    } catch (cause) {
      const shown = await this.#driver.run('return location.href + "\\n" + document.body.innerText')
      throw new Error(`There is not ${what}. The page shows: ${String(shown).slice(0, 1500)}`, { cause })
    }
  }
}
